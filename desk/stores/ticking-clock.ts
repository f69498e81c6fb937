import type { Timers } from '#desk/platform/timers.ts'
import { createValueStore, type Store } from '#desk/platform/value-store.ts'

const tickMs = 30_000

/** The current time, updated twice a minute: often enough for "12 minutes ago". */
export function createTickingClock(timers: Timers, now: () => number): Store<number> {
  const time = createValueStore(now())
  const tick = () => {
    time.set(now())
    timers.after(tickMs, tick)
  }
  timers.after(tickMs, tick)
  return time
}
