/** Arithmetic on decimal strings, digit by digit: a price or a lot count never passes through a float. */
import { compare, compareDecimals, type Decimal, parseDecimal, scaled } from '#ui/compare-decimals.ts'

export interface StepRules {
  /** The grid counts from zero, so that steps of 0.01 give 0.01, 0.02, whatever was typed before. */
  readonly step: string
  readonly min?: string | undefined
  readonly max?: string | undefined
}

export type StepDirection = 1 | -1

/** The next multiple of the step above or below; from an empty or unreadable text, `start` or the nearest bound. */
export function stepDecimal(
  text: string,
  direction: StepDirection,
  rules: StepRules,
  start?: string,
): string {
  const value = parseDecimal(text)
  if (value === null) return settleDecimal(start ?? rules.min ?? '0', rules)
  const step = readDecimal(rules.step)
  const decimals = Math.max(value.decimals, step.decimals)
  const units = scaled(value, decimals)
  const stride = scaled(step, decimals)
  const below = floorTo(units, stride)
  const next = direction === 1 ? below + stride : below === units ? units - stride : below
  return writeDecimal(within({ units: next, decimals }, rules), step.decimals)
}

/** What a field shows once it is left: on the grid, inside the bounds, with the step's decimals. Empty stays empty. */
export function settleDecimal(text: string, rules: StepRules): string {
  const value = parseDecimal(text)
  if (value === null) return ''
  const step = readDecimal(rules.step)
  const decimals = Math.max(value.decimals, step.decimals)
  const units = nearest(scaled(value, decimals), scaled(step, decimals))
  return writeDecimal(within({ units, decimals }, rules), step.decimals)
}

/** What may be typed: digits of any script we serve, one separator (comma or dot), and a minus where it can matter. */
export function cleanDecimalInput(text: string, allowMinus: boolean): string {
  const ascii = text
    .replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u0e50-\u0e59]/g, asciiDigit)
    .replace(/[,\u066b\u3002\uff0e]/g, '.')
    .replace(/\u2212/g, '-')
  const minus = allowMinus && ascii.trimStart().startsWith('-') ? '-' : ''
  const [whole = '', ...rest] = ascii.replace(/[^\d.]/g, '').split('.')
  return minus + whole + (rest.length === 0 ? '' : `.${rest.join('')}`)
}

/** A text as typed, as the decimal string it stands for: '1.' is '1', '.5' is '0.5', '-' is nothing yet. */
export function decimalOf(text: string): string {
  const value = parseDecimal(text)
  return value === null ? '' : writeDecimal(value, 0)
}

/** At or past the bound on that side, so that the button can say so. */
export function isAtBound(text: string, direction: StepDirection, rules: StepRules): boolean {
  const bound = direction === 1 ? rules.max : rules.min
  if (bound === undefined || parseDecimal(text) === null) return false
  return compareDecimals(text, bound) * direction >= 0
}

function readDecimal(text: string): Decimal {
  const value = parseDecimal(text)
  if (value === null) throw new Error(`not a decimal: ${text}`)
  return value
}

function within(value: Decimal, { min, max }: StepRules): Decimal {
  const low = min === undefined ? null : readDecimal(min)
  const high = max === undefined ? null : readDecimal(max)
  if (low !== null && compare(value, low) < 0) return low
  return high !== null && compare(value, high) > 0 ? high : value
}

/** Towards minus infinity, where BigInt division goes towards zero. */
function floorTo(units: bigint, stride: bigint): bigint {
  const rest = units % stride
  return rest < 0n ? units - rest - stride : units - rest
}

/** Half a step goes up. */
function nearest(units: bigint, stride: bigint): bigint {
  const below = floorTo(units, stride)
  return (units - below) * 2n >= stride ? below + stride : below
}

function writeDecimal({ units, decimals }: Decimal, leastDecimals: number): string {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  const shown = fraction.padEnd(leastDecimals, '0')
  return (units < 0n ? '-' : '') + whole + (shown === '' ? '' : `.${shown}`)
}

function asciiDigit(digit: string): string {
  const code = digit.charCodeAt(0)
  const zero = [0x0660, 0x06f0, 0x0966, 0x0e50].findLast((first) => code >= first) ?? 0
  return String(code - zero)
}
