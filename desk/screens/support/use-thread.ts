import { useEffect, useState } from 'react'
import { useParts, useStore } from '#desk/parts/desk-parts.tsx'
import { usePollWhileDown, useSupportPushes } from '#desk/parts/live-query.ts'
import { usePageVisible } from '#desk/parts/page-visible.ts'
import { hasNewer, newestNumber } from '#desk/screens/support/message-window.ts'
import { createThreadMarks } from '#desk/screens/support/thread-marks.ts'
import { createThreadStore, type ThreadStore } from '#desk/screens/support/thread-store.ts'

/** The thread on screen, live. Mount a new screen for another thread. */
export function useThread(id: number, at: number | undefined): ThreadStore {
  const { calls, timers, answerSender } = useParts()
  const [store] = useState(() =>
    createThreadStore({ id, at, read: calls.supportMessages, timers, reportError }),
  )
  useSupportPushes(store.receive)
  useEffect(() => {
    store.open()
    return store.close
  }, [store])
  useEffect(
    () =>
      answerSender.onSent(({ threadId, message }) => {
        if (threadId === id) store.add(message)
      }),
    [answerSender, id, store],
  )
  usePollWhileDown(store.catchUp)
  return store
}

/** Marks messages as delivered when they are there, and as read when their end is on a visible screen. */
export function useThreadMarks(id: number, store: ThreadStore, isEndShown: boolean): void {
  const { calls, live } = useParts()
  const [marks] = useState(() => createThreadMarks(id, calls.markSupport))
  const isVisible = usePageVisible()
  const { thread, window } = useStore(store)
  // A mark that was lost is sent when the connection is back.
  const liveState = useStore(live.state)
  const delivered = newestNumber(window)
  const read = isVisible && isEndShown && !hasNewer(window) ? delivered : 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state of the connection only repeats it.
  useEffect(() => {
    store.markSeen(read)
    if (thread !== undefined) marks.report({ delivered, read }, thread)
  }, [store, marks, thread, delivered, read, liveState])
}
