import { microsDecimals } from '#core/money/amounts.ts'

/** "12.500000", of any size: sums over everybody may be more than one amount can hold. */
export function moneyWords(micros: bigint): string {
  const digits = String(micros < 0n ? -micros : micros).padStart(microsDecimals + 1, '0')
  const whole = digits.slice(0, -microsDecimals)
  return `${micros < 0n ? '-' : ''}${whole}.${digits.slice(-microsDecimals)}`
}
