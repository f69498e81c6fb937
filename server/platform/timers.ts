/** Calling it after the timer has run, or twice, does nothing. */
export type CancelTimer = () => void

export type Timers = {
  readonly after: (delayMs: number, run: () => void) => CancelTimer
  readonly every: (periodMs: number, run: () => void) => CancelTimer
  /** As soon as the input and output that wait have had their turn. */
  readonly soon: (run: () => void) => CancelTimer
}

/** The real timers; tests hand in those of `fake-timers.ts`. */
export const systemTimers: Timers = {
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
  every(periodMs, run) {
    const timer = setInterval(run, periodMs)
    return () => clearInterval(timer)
  },
  soon(run) {
    const turn = setImmediate(run)
    return () => clearImmediate(turn)
  },
}

/** What is waited for, or undefined when it takes longer. It goes on all the same. */
export async function withTimeout<Result>(
  timers: Timers,
  longestMs: number,
  result: Promise<Result>,
): Promise<Result | undefined> {
  const late = Promise.withResolvers<undefined>()
  const cancel = timers.after(longestMs, () => late.resolve(undefined))
  try {
    return await Promise.race([result, late.promise])
  } finally {
    cancel()
  }
}

export async function sleep(timers: Timers, ms: number): Promise<void> {
  await new Promise<void>((resolve) => {
    timers.after(ms, resolve)
  })
}
