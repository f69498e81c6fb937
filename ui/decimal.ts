// Decimal strings as integers. Separate from `decimal-step.ts`, because a flashing price needs only this file.

/** A parsed decimal string. */
export interface Decimal {
  /** The value times ten to the power of `decimals`. */
  readonly units: bigint
  readonly decimals: number
}

const pattern = /^([-\u2212]?)(\d*)(?:\.(\d*))?$/

/** Compares two decimal strings: 1, 0 or -1. Unparseable strings count as equal. */
export function compareDecimals(left: string, right: string): -1 | 0 | 1 {
  const a = parseDecimal(left)
  const b = parseDecimal(right)
  return a === null || b === null ? 0 : compare(a, b)
}

export function parseDecimal(text: string): Decimal | null {
  const match = pattern.exec(text.trim())
  if (match === null) return null
  const [, sign = '', whole = '', fraction = ''] = match
  if (whole === '' && fraction === '') return null
  const units = BigInt(whole + fraction)
  return { units: sign === '' ? units : -units, decimals: fraction.length }
}

export function compare(a: Decimal, b: Decimal): -1 | 0 | 1 {
  const decimals = Math.max(a.decimals, b.decimals)
  const difference = scaled(a, decimals) - scaled(b, decimals)
  return difference === 0n ? 0 : difference > 0n ? 1 : -1
}

export function scaled({ units, decimals }: Decimal, toDecimals: number): bigint {
  return units * 10n ** BigInt(toDecimals - decimals)
}
