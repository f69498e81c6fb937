/** Arithmetic on decimal strings with BigInt: a price or a lot size never passes through a float. */
import { compare, compareDecimals, type Decimal, parseDecimal, scaled } from '#ui/decimal.ts'

export interface StepRules {
  /** Values are multiples of the step: 0.01 gives 0.01, 0.02 and so on, whatever was typed before. */
  readonly step: string
  readonly min?: string | undefined
  readonly max?: string | undefined
}

export type StepDirection = 1 | -1

/**
 * The next multiple of the step above or below. For an empty or unparseable text, `start`, else the minimum, else
 * zero.
 */
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

/**
 * The text shown after the field loses focus: a multiple of the step, within the bounds, with the step's decimals.
 * Empty stays empty.
 */
export function settleDecimal(text: string, rules: StepRules): string {
  const value = parseDecimal(text)
  if (value === null) return ''
  const step = readDecimal(rules.step)
  const decimals = Math.max(value.decimals, step.decimals)
  const units = nearest(scaled(value, decimals), scaled(step, decimals))
  return writeDecimal(within({ units, decimals }, rules), step.decimals)
}

/** Keeps only digits, one separator and, if allowed, a minus. Converts other scripts' digits, and commas to dots. */
export function cleanDecimalInput(text: string, allowMinus: boolean): string {
  const ascii = text
    .replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u0e50-\u0e59]/g, asciiDigit)
    .replace(/[,\u066b\u3002\uff0e]/g, '.')
    .replace(/\u2212/g, '-')
  const minus = allowMinus && ascii.trimStart().startsWith('-') ? '-' : ''
  const [whole = '', ...rest] = ascii.replace(/[^\d.]/g, '').split('.')
  return minus + whole + (rest.length === 0 ? '' : `.${rest.join('')}`)
}

/** Normalises typed text to a decimal string: '1.' becomes '1', '.5' becomes '0.5', '-' becomes ''. */
export function decimalOf(text: string): string {
  const value = parseDecimal(text)
  return value === null ? '' : writeDecimal(value, 0)
}

/** True if the value is at or beyond the bound in this direction. */
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

/** Rounds towards minus infinity; BigInt division truncates towards zero. */
function floorTo(units: bigint, stride: bigint): bigint {
  const rest = units % stride
  return rest < 0n ? units - rest - stride : units - rest
}

/** Rounds to the nearest multiple of `stride`. A value halfway between two multiples is rounded up. */
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
