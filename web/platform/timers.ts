/** Calling it after the timer has run, or twice, does nothing. */
export type CancelTimer = () => void

export type Timers = {
  readonly after: (delayMs: number, run: () => void) => CancelTimer
}

/** The real timers; tests hand in those of `fake-timers.ts`. */
export const browserTimers: Timers = {
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}
