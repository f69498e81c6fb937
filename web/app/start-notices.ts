import { navigate } from 'wouter/use-browser-location'
import { browserTimers } from '#browser/platform/timers.ts'
import { createNoticeToasts } from '#web/app/notice-toasts.ts'
import type { NoticesStore, NoticesSync } from '#web/notices/notices.ts'
import { startNoticesSync } from '#web/notices/notices-sync.ts'
import type { AppParts } from '#web/parts/app-parts.tsx'

/** For one session. */
export function startNotices({
  caller,
  live,
  toasts,
  translations,
}: AppParts): (store: NoticesStore) => NoticesSync {
  const arrived = createNoticeToasts({
    ...{ toasts, translations },
    isVisible: () => document.visibilityState === 'visible',
    isOpen: (path) => `${location.pathname}${location.search}` === path,
    go: (path) => navigate(path),
  })
  return (store) => startNoticesSync({ call: caller.call, live, timers: browserTimers, store, arrived })
}
