/** Polls a condition on every turn of the event loop, for 60 s at most. For real sockets, databases and threads. */
export async function eventually(
  condition: () => boolean | Promise<boolean>,
  what = condition.toString(),
): Promise<void> {
  const limit = process.hrtime.bigint() + 60_000_000_000n
  while (!(await condition())) {
    if (process.hrtime.bigint() > limit) throw new Error(`condition not met within 60 s: ${what}`)
    await new Promise(setImmediate)
  }
}
