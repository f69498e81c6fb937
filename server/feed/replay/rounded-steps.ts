import { parsePrice } from '#core/money/price.ts'

const decimalShape = /^(\d{1,15})(?:\.(\d{1,30}))?$/

/** A decimal as a count of steps of this precision, rounded half to even; NaN for what is not a decimal. */
export function roundedSteps(text: string, precision: number): number {
  const [, whole = '', fraction = ''] = decimalShape.exec(text) ?? []
  const kept = parsePrice(`${whole}.${fraction.slice(0, precision).padEnd(1, '0')}`, precision)
  if (!kept.ok) return Number.NaN
  return kept.amount + (roundsUp(kept.amount, fraction.slice(precision)) ? 1 : 0)
}

/** Digits compare like the fractions they stand for. */
function roundsUp(steps: number, rest: string): boolean {
  const digits = rest.replace(/0+$/, '')
  return digits === '5' ? steps % 2 !== 0 : digits > '5'
}
