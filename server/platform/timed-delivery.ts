import type { Timers } from '#server/platform/timers.ts'

/** A response whose bytes count as in memory. It must be ended when `late` aborts. `onEnd` may be called twice. */
export type TimedDelivery = { readonly late: AbortSignal; readonly onEnd: () => void }

/** Calls `leave` when the response has ended, or at the deadline: a client that reads nothing would keep the bytes. */
export function startDelivery(
  timers: Pick<Timers, 'after'>,
  deadlineMs: number,
  leave: () => void,
): TimedDelivery & { readonly cutOff: () => void } {
  const late = new AbortController()
  const cancel = timers.after(deadlineMs, () => cutOff())
  function onEnd(): void {
    cancel()
    leave()
  }
  function cutOff(): void {
    late.abort()
    onEnd()
  }
  return { late: late.signal, onEnd, cutOff }
}
