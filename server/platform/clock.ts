/** The server's only source of time. Modules receive a clock; tests pass one they advance themselves. */
export type Clock = {
  /** Milliseconds since the epoch, UTC. */
  readonly now: () => number
  /** Monotonic milliseconds, for measuring durations. */
  readonly elapsed: () => number
}

/** The clock of the machine. Its `now` may be set back or ahead at any time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
}

export type SteadyClock = Clock & {
  /** How far it is ahead of the system clock. Above 0 only after that was set back. */
  readonly aheadMs: () => number
  /** Moves it forward to this time. An earlier time has no effect. */
  readonly advanceTo: (timeMs: number) => void
}

/** While the clock is ahead it runs at this speed: an hour is made up in ten. */
const slowedSpeed = 0.9

/**
 * Follows a system clock, but never goes back and never stops. When the system clock is set ahead, it jumps with it.
 * When the system clock is set back, it continues from where it was, a little slower, until both agree again.
 */
export function createSteadyClock(system: Clock): SteadyClock {
  let shownMs = system.now()
  let readAtMs = system.elapsed()

  function read(): number {
    const elapsedMs = system.elapsed()
    const slowedMs = shownMs + Math.max(0, elapsedMs - readAtMs) * slowedSpeed
    readAtMs = elapsedMs
    shownMs = Math.max(system.now(), slowedMs)
    return shownMs
  }
  return {
    now: () => Math.floor(read()),
    elapsed: system.elapsed,
    aheadMs: () => Math.max(0, Math.floor(read() - system.now())),
    advanceTo(timeMs) {
      shownMs = Math.max(read(), timeMs)
    },
  }
}
