import { useRef } from 'react'
import { nowMs } from '#browser/platform/clock.ts'
import { useParts } from '#desk/parts/desk-parts.tsx'

const everyMs = 2_000

/** Tells the user that an operator is typing, at most every two seconds. */
export function useOwnTyping(threadId: number): () => void {
  const { calls } = useParts()
  const toldAtMs = useRef(Number.NEGATIVE_INFINITY)
  return () => {
    // A clock that was set back must not silence it for long.
    if (Math.abs(nowMs() - toldAtMs.current) < everyMs) return
    toldAtMs.current = nowMs()
    // Only a hint: the next key tells it again.
    calls.supportTyping({ id: threadId }).catch(() => undefined)
  }
}
