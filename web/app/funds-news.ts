import { navigate } from 'wouter/use-browser-location'
import { browserTimers } from '#browser/platform/timers.ts'
import { browserStorage, storedText } from '#browser/storage/stored-text.ts'
import { type OrdersPush, ownOrdersTopic } from '#contract/live.ts'
import type { AppParts } from '#web/parts/app-parts.tsx'
import { type FundsNewsParts, startFundsNews } from '#web/parts/funds/funds-news.ts'
import { createSeenStatuses, seenStorageKey } from '#web/parts/funds/seen-statuses.ts'
import { createFundsToasts } from '#web/parts/funds/tell-funds-news.ts'

/** Tells of decisions about deposits, withdrawals and the balance on every screen, as long as the page lives. */
export function startAppFundsNews(
  { caller, currentUser, live, now, toasts, translations }: AppParts,
  onWake: FundsNewsParts['onWake'],
): void {
  startFundsNews({
    call: caller.call,
    currentUser,
    onWake,
    watchMoney: ({ changed, subscribed }) =>
      live.subscribe<OrdersPush>(ownOrdersTopic, ({ data, snapshot }) => {
        if (snapshot) return subscribed()
        // Empty if only money has changed. Null if the client has to read everything.
        if (data.Orders === null || data.Orders.length === 0) changed()
      }),
    isVisible: () => document.visibilityState === 'visible',
    timers: browserTimers,
    now,
    seen: createSeenStatuses(storedText(browserStorage(), seenStorageKey)),
    ...createFundsToasts({ translations, toasts, go: (path) => navigate(path) }),
  })
}
