/** Runs a function once after a delay. The returned function cancels the timer and may be called at any time. */
export type Timers = { readonly after: (delayMs: number, run: () => void) => () => void }

export const browserTimers: Timers = {
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}
