import type { Timers } from '#desk/platform/timers.ts'
import { createValueStore, type Store } from '#desk/platform/value-store.ts'

const tickMs = 30_000

/** The present time, told twice a minute: often enough for whatever says "12 minutes". */
export function createTickingClock(timers: Timers, now: () => number): Store<number> {
  const time = createValueStore(now())
  const tick = () => {
    time.set(now())
    timers.after(tickMs, tick)
  }
  timers.after(tickMs, tick)
  return time
}
