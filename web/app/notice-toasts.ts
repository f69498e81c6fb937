import type { ListedNotice } from '#contract/calls/notices.ts'
import type { NoticeGroup } from '#core/notice/notice.ts'
import type { Toasts } from '#ui/toasts-store.ts'
import { isolate } from '#web/parts/bidi.ts'
import { isLocalPath } from '#web/parts/navigation.ts'
import type { WebTranslationStore } from '#web/stores/translations.ts'

type Parts = {
  readonly toasts: Pick<Toasts, 'show'>
  readonly translations: Pick<WebTranslationStore, 'loadDictionary'>
  readonly isVisible: () => boolean
  /** Whether the user is looking at this screen. */
  readonly isOpen: (path: string) => boolean
  readonly go: (path: string) => void
}

/** The others have toasts or banners of their own: ended orders, margin calls, decisions about funds. */
const toastedGroups: ReadonlySet<NoticeGroup> = new Set([
  'alerts',
  'identity',
  'support',
  'complaints',
  'terms',
  'announcements',
])

/** More notices at once than this share a toast. */
const maxToasts = 3
/** Long enough to read two sentences and to follow the link. */
export const noticeToastMs = 8_000

/** Shows notices as toasts when they arrive. A hidden page shows none, now or later: the bell counts them. */
export function createNoticeToasts({ toasts, translations, isVisible, isOpen, go }: Parts) {
  async function show(notices: readonly ListedNotice[]): Promise<void> {
    const t = await translations.loadDictionary('notices')
    const toast = (text: string, path: string) => {
      const action = { label: t('notices.toast.show'), onSelect: () => go(path) }
      toasts.show({ text, durationMs: noticeToastMs, ...(isLocalPath(path) ? { action } : {}) })
    }
    if (notices.length > maxToasts)
      return toast(t('notices.toast.many', { count: notices.length }), '/mine/notices')
    for (const { title, text, path } of notices)
      toast(text === '' ? title : t('notices.toast', { title: isolate(title), text: isolate(text) }), path)
  }
  return (arrived: readonly ListedNotice[]): void => {
    const told = arrived.filter(({ group, path }) => toastedGroups.has(group) && !isOpen(path))
    // A toast that failed is not retried: the list has the same information.
    if (told.length > 0 && isVisible()) show(told).catch(() => undefined)
  }
}
