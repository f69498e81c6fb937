import type { Clock } from '#server/platform/clock.ts'

/** An instant on both clocks. */
export type Moment = {
  /** Epoch ms, which hours are told by. This clock may be set. */
  readonly timeMs: number
  /** The clock that only grows. It may stand still while the machine sleeps. */
  readonly elapsedMs: number
}

export function momentNow(clock: Clock): Moment {
  return { timeMs: clock.now(), elapsedMs: clock.elapsed() }
}

/** By whichever clock says more: a price is too old as soon as one of them says so. */
export function waitedMs(since: Moment, now: Moment): number {
  return Math.max(now.timeMs - since.timeMs, now.elapsedMs - since.elapsedMs)
}
