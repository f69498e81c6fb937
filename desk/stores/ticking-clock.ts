import type { Timers } from '#browser/platform/timers.ts'
import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'

const tickMs = 30_000

/** The current time, updated twice a minute: often enough for "12 minutes ago". */
export function createTickingClock(timers: Timers, now: () => number): ReadableStore<number> {
  const time = createValueStore(now())
  const tick = () => {
    time.set(now())
    timers.after(tickMs, tick)
  }
  timers.after(tickMs, tick)
  return time
}
