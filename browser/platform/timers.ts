/** Has no effect after the timer has run. */
export type CancelTimer = () => void

export type Timers = {
  readonly after: (delayMs: number, run: () => void) => CancelTimer
}

/** The real timers. Tests use `fake-timers.ts`. */
export const browserTimers: Timers = {
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}
