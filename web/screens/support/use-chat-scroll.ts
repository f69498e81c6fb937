import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useOnPageVisible } from '#web/parts/page-visibility.ts'
import type { ChatRow } from '#web/screens/support/chat-rows.ts'
import { isNearEnd, staysAtEnd } from '#web/screens/support/end-of-chat.ts'
import type { Chat, ChatState } from '#web/support/chat.ts'

/** Earlier messages are read before the user gets to the first one. */
const olderPx = 400

type ChatScroll = {
  readonly scroller: RefObject<HTMLElement | null>
  readonly onScroll: () => void
  readonly isAtEnd: boolean
  /** Messages that have arrived below the visible ones. */
  readonly newCount: number
  readonly jump: () => void
}

type Shown = { readonly chat: Chat; readonly state: ChatState; readonly rows: readonly ChatRow[] }

/**
 * Keeps the end in view while the user is there, and otherwise what the user reads. The end being visible marks the
 * messages as read.
 */
export function useChatScroll({ chat, state, rows }: Shown): ChatScroll {
  const scroller = useRef<HTMLElement>(null)
  /** What was laid out last. */
  const before = useRef({ first: '', height: 0, top: 0, isAtEnd: true, hasBegun: false })
  const [isAtEnd, setIsAtEnd] = useState(true)
  const [seenUpTo, setSeenUpTo] = useState(0)
  const newest = state.messages.at(-1)?.number ?? 0
  if (isAtEnd && seenUpTo !== newest) setSeenUpTo(newest)

  const measure = () => {
    const element = scroller.current
    if (element === null) return
    const { scrollTop: top, scrollHeight: height, clientHeight } = element
    const isEnd = isNearEnd({ top, height }, clientHeight)
    before.current = { ...before.current, top, height, isAtEnd: isEnd }
    setIsAtEnd(isEnd)
    // After a failure the button tries again.
    if (top < olderPx && before.current.hasBegun && state.older === 'idle') chat.loadOlder()
    if (isEnd && before.current.hasBegun) chat.shown()
  }
  /** Contents that have grown are followed to the end when their size is observed. */
  const onScroll = () => {
    const element = scroller.current
    if (element === null) return
    const now = { top: element.scrollTop, height: element.scrollHeight }
    if (!(before.current.isAtEnd && staysAtEnd(before.current, now))) measure()
  }
  const goToEnd = () => {
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight })
    measure()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another thread begins at its own place.
  useLayoutEffect(() => {
    before.current = { ...before.current, hasBegun: false, isAtEnd: true }
  }, [chat])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again with other rows.
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null || state.status !== 'ready') return
    const { first, height, top, isAtEnd: wasAtEnd, hasBegun } = before.current
    const firstNow = rows.find(({ kind }) => kind === 'message')?.key ?? ''
    before.current = { ...before.current, first: firstNow, hasBegun: true }
    const unread = hasBegun ? null : element.querySelector('[data-unread]')
    if (unread !== null) unread.scrollIntoView({ block: 'start' })
    else if (!hasBegun || wasAtEnd) element.scrollTop = element.scrollHeight
    // Earlier messages were added above: what the user reads stays where it is.
    else if (first !== firstNow) element.scrollTop = top + element.scrollHeight - height
    measure()
  }, [rows, state.status, state.isDeskTyping])
  const contents = `${state.status} ${rows.length > 0}`
  useKeptEnd({ scroller, contents, isAtEnd: () => before.current.isAtEnd, goToEnd })
  useOnPageVisible(measure)
  const newCount = state.messages.filter(
    ({ number, author }) => author === 'desk' && number > seenUpTo,
  ).length
  return { scroller, onScroll, isAtEnd, newCount, jump: goToEnd }
}

type KeptEnd = {
  readonly scroller: RefObject<HTMLElement | null>
  /** Changes when the scroller gets other children. */
  readonly contents: string
  readonly isAtEnd: () => boolean
  readonly goToEnd: () => void
}

/** A keyboard that opens, a text that grows, or a card whose order has arrived must not hide the end. */
function useKeptEnd({ scroller, contents, isAtEnd, goToEnd }: KeptEnd): void {
  const resized = useEffectEvent(() => {
    if (isAtEnd()) goToEnd()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: other children must be observed, too.
  useEffect(() => {
    if (scroller.current === null) return
    const observer = new ResizeObserver(() => resized())
    for (const element of [scroller.current, ...scroller.current.children]) observer.observe(element)
    return () => observer.disconnect()
  }, [scroller, contents])
}
