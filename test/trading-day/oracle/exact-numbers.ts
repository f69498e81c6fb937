/** An exact fraction with a positive denominator. */
export type Rational = { readonly over: bigint; readonly under: bigint }

export function ratio(over: bigint, under = 1n): Rational {
  if (under === 0n) throw new Error('division by zero')
  return under < 0n ? { over: -over, under: -under } : { over, under }
}

export function plus(a: Rational, b: Rational): Rational {
  return ratio(a.over * b.under + b.over * a.under, a.under * b.under)
}

export function minus(a: Rational, b: Rational): Rational {
  return plus(a, ratio(-b.over, b.under))
}

export function product(...factors: readonly Rational[]): Rational {
  return factors.reduce((a, b) => ratio(a.over * b.over, a.under * b.under), ratio(1n))
}

export function quotient(a: Rational, b: Rational): Rational {
  return ratio(a.over * b.under, a.under * b.over)
}

/** a ≤ b */
export function isAtMost(a: Rational, b: Rational): boolean {
  return a.over * b.under <= b.over * a.under
}

/** "Every division rounds half to even, once, at the end of its formula." */
export function rounded(a: Rational): bigint {
  const below = floor(a)
  const restTwice = 2n * (a.over - below * a.under)
  if (restTwice < a.under) return below
  if (restTwice > a.under) return below + 1n
  return below % 2n === 0n ? below : below + 1n
}

function floor(a: Rational): bigint {
  const towardsZero = a.over / a.under
  return a.over % a.under < 0n ? towardsZero - 1n : towardsZero
}

const plainDecimal = /^-?\d+(\.\d+)?$/

/** Parses a plain decimal into units of 10^-decimals. Returns undefined for any other text and for more decimals. */
export function readTyped(typed: string, decimals: number): bigint | undefined {
  if (!plainDecimal.test(typed)) return undefined
  const [whole = '', fraction = ''] = typed.split('.')
  // "Trailing zeros do not count as extra precision."
  const written = fraction.replace(/0+$/, '')
  if (written.length > decimals) return undefined
  return BigInt(whole + written.padEnd(decimals, '0'))
}
