import { mulDiv } from '#core/money/mul-div.ts'
import { requireSafe } from '#core/money/safe-integer.ts'

/** Why a decimal string is invalid. The user can correct it, so it is a value and not an exception. */
export type DecimalProblem = 'malformed' | 'too_precise' | 'out_of_range'

export type ParsedDecimal<Amount extends number = number> =
  | { readonly ok: true; readonly amount: Amount }
  | { readonly ok: false; readonly problem: DecimalProblem }

/** Longer text is rejected without parsing. No valid amount is this long. */
const longestText = 64
const shape = /^(-?)(\d+)(?:\.(\d+))?$/

/** "12.5" at 6 decimals is 12500000. Extra decimals are accepted only if they are zeros. */
export function parseDecimal(text: string, decimals: number): ParsedDecimal {
  requireDecimals(decimals)
  const parts = text.length <= longestText ? shape.exec(text) : null
  if (parts === null) return { ok: false, problem: 'malformed' }
  const [, minus = '', whole = '', fraction = ''] = parts
  const kept = fraction.slice(0, decimals).padEnd(decimals, '0')
  if (/[1-9]/.test(fraction.slice(decimals))) return { ok: false, problem: 'too_precise' }
  const units = Number(`${whole}${kept}`)
  if (!Number.isSafeInteger(units)) return { ok: false, problem: 'out_of_range' }
  return { ok: true, amount: minus === '' ? units : 0 - units }
}

/** 12500000 at 6 decimals is "12.500000": always with all decimals. */
export function formatDecimal(units: number, decimals: number): string {
  requireDecimals(decimals)
  const digits = String(Math.abs(requireSafe(units, 'an amount'))).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals)
  return `${units < 0 ? '-' : ''}${whole}${decimals === 0 ? '' : `.${fraction}`}`
}

/** Formats with fewer decimals, rounded half to even. For display only. */
export function formatRounded(units: number, decimals: number, shown: number): string {
  requireDecimals(decimals)
  requireDecimals(shown)
  if (shown >= decimals) return `${formatDecimal(units, decimals)}${zeros(decimals, shown)}`
  return formatDecimal(mulDiv(units, 1, 10 ** (decimals - shown)), shown)
}

function zeros(decimals: number, shown: number): string {
  const extra = '0'.repeat(shown - decimals)
  return decimals === 0 && extra !== '' ? `.${extra}` : extra
}

function requireDecimals(decimals: number): void {
  if (Number.isInteger(decimals) && decimals >= 0 && decimals <= 15) return
  throw new RangeError('decimals must be a whole number from 0 to 15')
}
