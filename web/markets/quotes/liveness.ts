import type { LiveState } from '#web/live/keep-connected.ts'
import type { CancelTimer, Timers } from '#web/platform/timers.ts'
import { createValueStore, type ReadableStore } from '#web/platform/value-store.ts'

/**
 * How long prices count as live without a connection: a page that has just been opened is still making its first one,
 * and a dropped one is usually back before anyone could read that it was gone.
 */
export const livenessBounds = { firstMs: 3_000, lostMs: 1_000 } as const

/** Whether prices flow, as it is to be shown. */
export function createLiveness(state: ReadableStore<LiveState>, timers: Timers): ReadableStore<boolean> {
  const isLive = createValueStore(true)
  let cancel: CancelTimer | undefined
  const isUp = () => state.getSnapshot() === 'up'
  const waitThenLose = (forMs: number) => {
    cancel ??= timers.after(forMs, () => isLive.set(false))
  }
  state.subscribe(() => {
    if (!isUp()) return waitThenLose(livenessBounds.lostMs)
    cancel?.()
    cancel = undefined
    isLive.set(true)
  })
  if (!isUp()) waitThenLose(livenessBounds.firstMs)
  return isLive
}
