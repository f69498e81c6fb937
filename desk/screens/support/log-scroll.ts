import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { firstNumber, type MessageWindow } from '#desk/screens/support/message-window.ts'

/** Closer than this to the end counts as being there. */
const endPx = 48

type LogScroll = {
  readonly box: RefObject<HTMLDivElement | null>
  /** The content of the box. */
  readonly content: RefObject<HTMLDivElement | null>
  /** Marks the end of the content. */
  readonly end: RefObject<HTMLParagraphElement | null>
  readonly isAtEnd: boolean
  /** Whether the end is on the screen: the box is scrolled to it, and the page to the box. */
  readonly isEndShown: boolean
  readonly onScroll: () => void
  readonly toEnd: () => void
}

/**
 * The log begins at its end, or at the message `at`. It stays at the end while it grows, and goes there with an answer that
 * is sent. Older messages above do not move those on screen.
 */
export function useLogScroll(window: MessageWindow, unsent: number, at: number | undefined): LogScroll {
  const box = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLParagraphElement>(null)
  const [isAtEnd, setIsAtEnd] = useState(at === undefined)
  const place = useRef({ isAtEnd: at === undefined, first: 0, heightPx: 0, unsent })
  const first = window.messages.length === 0 ? 0 : firstNumber(window)

  const measure = () => {
    const { current: element } = box
    if (element === null) return
    const restPx = element.scrollHeight - element.scrollTop - element.clientHeight
    place.current = { ...place.current, isAtEnd: restPx < endPx, heightPx: element.scrollHeight }
    setIsAtEnd(restPx < endPx)
  }
  const toEnd = () => {
    box.current?.scrollTo({ top: box.current.scrollHeight })
    measure()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each change of the messages, and of the number of those below them.
  useLayoutEffect(() => {
    const { current: element } = box
    const before = place.current
    place.current = { ...before, first, unsent }
    if (element === null || first === 0) return
    const isFirst = before.first === 0
    const wanted = isFirst && at !== undefined ? element.querySelector(`[data-number="${at}"]`) : null
    if (wanted !== null) wanted.scrollIntoView({ block: 'center' })
    else if (isFirst || before.isAtEnd || unsent > before.unsent) element.scrollTop = element.scrollHeight
    else if (first < before.first) element.scrollTop += element.scrollHeight - before.heightPx
    measure()
  }, [window, unsent])
  // biome-ignore lint/correctness/useExhaustiveDependencies: both functions read refs only.
  useEffect(() => {
    const [frame, inner] = [box.current, content.current]
    if (frame === null || inner === null) return
    const resized = (entries: readonly ResizeObserverEntry[]) => {
      // What is opened in the log stays on screen, but a smaller window does not hide the end.
      if (place.current.isAtEnd && entries.some(({ target }) => target === frame)) toEnd()
      else measure()
    }
    const watcher = new ResizeObserver(resized)
    watcher.observe(frame)
    watcher.observe(inner)
    return () => watcher.disconnect()
  }, [])
  return { box, content, end, isAtEnd, isEndShown: useIsShown(end), onScroll: measure, toEnd }
}

function useIsShown(place: RefObject<HTMLElement | null>): boolean {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    const { current: element } = place
    if (element === null) return
    const watcher = new IntersectionObserver((entries) => setIsShown(entries.at(-1)?.isIntersecting === true))
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [place])
  return isShown
}
