/**
 * Waits, in tests, for something a real socket will bring about: turn after turn of the event loop, with a bound instead
 * of a sleep. It holds no tests; its name puts it in the compiler's test world, which alone knows node.
 */
export async function eventually(isSo: () => boolean, what = isSo.toString()): Promise<void> {
  const limit = process.hrtime.bigint() + 5_000_000_000n
  while (!isSo()) {
    if (process.hrtime.bigint() > limit) throw new Error(`never came true: ${what}`)
    await new Promise((turn) => setImmediate(turn))
  }
}
