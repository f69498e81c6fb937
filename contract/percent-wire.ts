import { formatDecimal } from '#core/money/decimal.ts'

/** Hundredths of a percent as the wire says them: 12345 is "123.45". None stays none. */
export function percentToWire(hundredths: number): string
export function percentToWire(hundredths: number | null): string | null
export function percentToWire(hundredths: number | null): string | null {
  return hundredths === null ? null : formatDecimal(hundredths, 2)
}
