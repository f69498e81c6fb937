/** Does nothing if the timer has already run or was cancelled. */
export type CancelTimer = () => void

export type Timers = {
  readonly after: (delayMs: number, run: () => void) => CancelTimer
  readonly every: (periodMs: number, run: () => void) => CancelTimer
  /** Runs after pending I/O callbacks, like `setImmediate`. */
  readonly soon: (run: () => void) => CancelTimer
}

/** Node's timers. Tests use `fake-timers.ts`. */
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

/** The result, or undefined after `longestMs`. The work itself is not cancelled. */
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

/** Lets the event loop handle everything else first. Long work on the main thread waits for it between its slices. */
export async function nextTurn(): Promise<void> {
  await new Promise<void>((resolve) => {
    systemTimers.soon(resolve)
  })
}

/** Bytes that are searched, hashed or copied in one turn of the event loop: a millisecond of work on a slow machine. */
export const bytesPerTurn = 64 * 1024
