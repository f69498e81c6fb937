import { requireSafe } from '#core/money/safe-integer.ts'

/**
 * A JSON number of market data as whole units: 1.08427 with 5 decimals is 108427. Such a number is the nearest there is to
 * an exact decimal, so that the nearest whole number of units is that decimal again.
 */
export function unitsOf(value: number, decimals: number): number {
  return requireSafe(Math.round(value * 10 ** decimals), 'a number of the wire')
}
