import type { Timers } from '#server/platform/timers.ts'

/** What is waited for, or undefined when it takes longer. It goes on all the same. */
export async function atMost<Result>(
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

export async function pause(timers: Timers, ms: number): Promise<void> {
  await new Promise<void>((resolve) => {
    timers.after(ms, resolve)
  })
}
