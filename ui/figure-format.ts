/** Number format of the whole app: groups separated by thin spaces, a true minus sign, exact decimals. */

export interface FigureFormat {
  /** Number of digits after the point. Pads with zeros, or rounds half to even like all money. Unchanged if omitted. */
  readonly decimals?: number | undefined
  /** False for codes made of digits, such as a UID. */
  readonly grouped?: boolean | undefined
  /** Prefixes positive numbers with a plus sign. */
  readonly plus?: boolean | undefined
}

export interface FigureParts {
  /** '\u2212', '+' or ''. */
  readonly sign: string
  /** Grouped digits before the point. */
  readonly whole: string
  /** Digits after the point, without the point. */
  readonly fraction: string
}

/** Narrow no-break space, so that a number never wraps. */
const groupSpace = '\u202f'
const minus = '\u2212'

/** Null if the value is missing or not a number; show a dash then. */
export function figureParts(
  value: string | number | null | undefined,
  format: FigureFormat = {},
): FigureParts | null {
  if (value === null || value === undefined) return null
  const match = /^([-+\u2212]?)(\d+)(?:\.(\d*))?$/.exec(plainDecimal(value))
  if (match === null) return null
  const [, givenSign = '', whole = '', fraction = ''] = match
  const digits =
    format.decimals === undefined ? { whole, fraction } : roundDigits(whole, fraction, format.decimals)
  const isZero = /^0*$/.test(digits.whole + digits.fraction)
  const isNegative = givenSign === '-' || givenSign === minus
  const sign = isZero ? '' : isNegative ? minus : format.plus === true ? '+' : ''
  const shown = format.grouped === false ? digits.whole : groupDigits(digits.whole)
  return { sign, whole: shown, fraction: digits.fraction }
}

/** The formatted number as one string, for titles, inputs and the clipboard. */
export function figureText(value: string | number | null | undefined, format: FigureFormat = {}): string {
  const parts = figureParts(value, format)
  if (parts === null) return '\u2014'
  return parts.sign + parts.whole + (parts.fraction === '' ? '' : `.${parts.fraction}`)
}

export function signOf(value: string | number | null | undefined): -1 | 0 | 1 {
  const parts = figureParts(value, { plus: true })
  if (parts === null || parts.sign === '') return 0
  return parts.sign === '+' ? 1 : -1
}

/** The number in JavaScript notation without an exponent: 1e-7 becomes 0.0000001. */
function plainDecimal(value: string | number): string {
  const text = String(value).trim()
  const match = /^([-+]?)(\d+)(?:\.(\d+))?e([-+]\d+)$/i.exec(text)
  if (match === null) return text
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  const digits = whole + fraction
  const point = whole.length + Number(exponent)
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  return `${sign}${digits.slice(0, point).padEnd(point, '0')}.${digits.slice(point)}`
}

function roundDigits(whole: string, fraction: string, decimals: number): { whole: string; fraction: string } {
  const kept = fraction.slice(0, decimals).padEnd(decimals, '0')
  const down = BigInt(whole + kept)
  const units = roundsUp(fraction.slice(decimals), down) ? down + 1n : down
  const digits = String(units).padStart(decimals + 1, '0')
  const point = digits.length - decimals
  return { whole: digits.slice(0, point), fraction: digits.slice(point) }
}

/** Whether to round up, half to even. `leftOver` are the digits cut off, `down` is the number without them. */
function roundsUp(leftOver: string, down: bigint): boolean {
  if (/^50*$/.test(leftOver)) return down % 2n === 1n
  return leftOver.charAt(0) >= '5'
}

function groupDigits(whole: string): string {
  const digits = whole.replace(/^0+(?=\d)/, '')
  return digits.replace(/\B(?=(\d{3})+$)/g, groupSpace)
}
