const plainDecimal = /^-?\d+(\.\d+)?$/

/** How many of 10^-decimals somebody typed; undefined for what is no plain decimal or finer than that. */
export function readTyped(typed: string, decimals: number): bigint | undefined {
  if (!plainDecimal.test(typed)) return undefined
  const [whole = '', fraction = ''] = typed.split('.')
  // A nought at the end makes nothing finer: 1.500 is 1.5.
  const written = fraction.replace(/0+$/, '')
  if (written.length > decimals) return undefined
  return BigInt(whole + written.padEnd(decimals, '0'))
}
