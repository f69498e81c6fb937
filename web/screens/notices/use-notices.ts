import { type RefObject, useEffect, useRef, useState } from 'react'
import type { ListedNotice, NoticeListAnswer } from '#contract/calls/notices.ts'
import { useScrollContainer } from '#ui/scroll-container.tsx'
import { readNoticeList } from '#web/calls/notices.ts'
import { useConnectionStatus, useParts, useStore } from '#web/parts/app-parts.tsx'
import { type PagedList, usePagedList } from '#web/parts/lists/use-paged-list.ts'

type NoticeList = PagedList<ListedNotice, NoticeListAnswer>

export const noticeKey = ({ id }: ListedNotice): string => String(id)

/** The notices, with those that arrive meanwhile. The server translates them. */
export function useNotices(): NoticeList {
  const list = usePagedList<ListedNotice, NoticeListAnswer>({
    key: ['notices'],
    readPage: readNoticeList,
    keyOf: noticeKey,
    isTranslated: true,
  })
  const { lastId = 0 } = useStore(useParts().notices)
  const { prependNew } = list
  const newest = list.items[0]?.id ?? lastId
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new notice makes the list incomplete.
  useEffect(() => {
    if (lastId > newest) prependNew()
  }, [lastId, prependNew])
  return list
}

/**
 * Whether a notice is marked as unread. The marks stay until the user comes back: those that this visit reads are the
 * ones the user looks for.
 */
export function useIsUnread(): (notice: ListedNotice) => boolean {
  const { notices } = useParts()
  const [readBefore] = useState(() => notices.getSnapshot().readUpTo)
  return ({ id, read }) => !read && id > readBefore
}

const seenAfterMs = 1_000

/**
 * Marks all notices as read when the top of the list has been visible for a moment. Returns the ref of the element
 * there. A hidden page draws nothing, so the observer waits until it is shown.
 */
export function useMarkRead({ items, firstPage }: NoticeList): RefObject<HTMLDivElement | null> {
  const { notices } = useParts()
  const { unread, readUpTo } = useStore(notices)
  const isUp = useConnectionStatus() === 'up'
  const container = useScrollContainer()
  const top = useRef<HTMLDivElement>(null)
  const newest = items[0]?.id ?? 0
  const isDue = newest > readUpTo && (unread ?? firstPage?.unread ?? 0) > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: a connection that is back makes another attempt.
  useEffect(() => {
    const element = top.current
    if (!isDue || element === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const watcher = new IntersectionObserver(
      ([entry]) => {
        clearTimeout(timer)
        if (entry?.isIntersecting === true) timer = setTimeout(() => notices.markRead(newest), seenAfterMs)
      },
      { root: container?.current ?? null },
    )
    watcher.observe(element)
    return () => {
      watcher.disconnect()
      clearTimeout(timer)
    }
  }, [isDue, newest, notices, container, isUp])
  return top
}
