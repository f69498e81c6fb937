/** Runs something later, once; the returned function takes that back, at any time and any number of times. */
export type Timers = { readonly after: (delayMs: number, run: () => void) => () => void }

export const browserTimers: Timers = {
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}
