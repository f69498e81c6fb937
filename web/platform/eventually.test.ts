/**
 * Polls a condition on every turn of the event loop, for 5 s at most, to wait for real sockets in tests. It holds no
 * tests; the `.test.ts` name makes the compiler load the Node types.
 */
export async function eventually(condition: () => boolean, what = condition.toString()): Promise<void> {
  const limit = process.hrtime.bigint() + 5_000_000_000n
  while (!condition()) {
    if (process.hrtime.bigint() > limit) throw new Error(`condition not met within 5 s: ${what}`)
    await new Promise((turn) => setImmediate(turn))
  }
}
