import { navigate } from 'wouter/use-browser-location'
import { browserTimers } from '#browser/platform/timers.ts'
import { createNoticeToasts } from '#web/app/notice-toasts.ts'
import type { NoticesStore, NoticesSync } from '#web/notices/notices.ts'
import { startNoticesSync } from '#web/notices/notices-sync.ts'
import type { AppParts } from '#web/parts/app-parts.tsx'
import { chatPath, supportPath } from '#web/support/support-paths.ts'

/** The chat may be open about an order, or without its frame. */
function isChatOpen(path: string): boolean {
  return path === chatPath && [chatPath, supportPath].includes(location.pathname)
}

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
    isOpen: (path) => `${location.pathname}${location.search}` === path || isChatOpen(path),
    go: (path) => navigate(path),
  })
  return (store) => startNoticesSync({ call: caller.call, live, timers: browserTimers, store, arrived })
}
