// The real timer, also in tests with a clock of their own.
const { setTimeout: startTimer } = globalThis

/**
 * Polls a condition for 60 s at most: on every turn of the event loop at first, then every few milliseconds, so that the
 * polling leaves the processors to what it waits for. For real sockets, databases and threads.
 */
export async function eventually(
  condition: () => boolean | Promise<boolean>,
  what = condition.toString(),
): Promise<void> {
  const limit = process.hrtime.bigint() + 60_000_000_000n
  for (let polls = 0; !(await condition()); polls += 1) {
    if (process.hrtime.bigint() > limit) throw new Error(`condition not met within 60 s: ${what}`)
    await new Promise((resolve) => (polls < 20 ? setImmediate(resolve) : startTimer(resolve, 3)))
  }
}
