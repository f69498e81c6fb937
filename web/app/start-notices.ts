import { navigate } from 'wouter/use-browser-location'
import { browserTimers } from '#browser/platform/timers.ts'
import type { ListedNotice } from '#contract/calls/notices.ts'
import { createNoticeToasts } from '#web/app/notice-toasts.ts'
import type { NoticesStore, NoticesSync } from '#web/notices/notices.ts'
import { startNoticesSync } from '#web/notices/notices-sync.ts'
import { refreshAlerts } from '#web/parts/alerts/use-alerts.ts'
import type { AppParts } from '#web/parts/app-parts.tsx'

/** For one session. */
export function startNotices(parts: AppParts): (store: NoticesStore) => NoticesSync {
  const { caller, live, toasts, translations } = parts
  const showToasts = createNoticeToasts({
    ...{ toasts, translations },
    isVisible: () => document.visibilityState === 'visible',
    isOpen: (path) => `${location.pathname}${location.search}` === path,
    go: (path) => navigate(path),
  })
  function arrived(notices: readonly ListedNotice[]): void {
    showToasts(notices)
    if (notices.some(({ kind }) => kind === 'price_alert')) refreshAlerts(parts)
  }
  return (store) => startNoticesSync({ call: caller.call, live, timers: browserTimers, store, arrived })
}
