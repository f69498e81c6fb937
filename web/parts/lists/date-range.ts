// The date filter of a history. Days are days in the time zone of the device.

/** The value of a date input, `2026-03-29`. If empty, the range has no limit at that end. */
export type Day = string

export type DateRange =
  | { readonly kind: 'all' | 'today' | 'week' | 'month' }
  /** Both days included, in either order. */
  | { readonly kind: 'own'; readonly from: Day; readonly to: Day }

export type RangeKind = DateRange['kind']

export const rangeKinds: readonly RangeKind[] = ['all', 'today', 'week', 'month', 'own']
export const allDays: DateRange = { kind: 'all' }

/** Epoch milliseconds, `to` excluded. Without `from` or `to`, the range has no limit at that end. */
export type EpochRange = { readonly from?: number; readonly to?: number }

const daysBack = { today: 0, week: 6, month: 29 } as const

export function epochRange(range: DateRange, nowMs: number): EpochRange {
  if (range.kind === 'all') return {}
  if (range.kind !== 'own') return { from: startOfDay(localDay(nowMs), -daysBack[range.kind]) }
  const [first, last] = [range.from, range.to].filter(isDay).sort()
  if (first === undefined) return {}
  const from = { from: startOfDay(first) }
  const to = { to: startOfDay(last ?? first, 1) }
  if (last !== undefined) return { ...from, ...to }
  return isDay(range.from) ? from : to
}

/** The day of a time in the time zone of the device. */
export function localDay(timeMs: number): Day {
  const date = new Date(timeMs)
  const digits = (number: number, count: number) => String(number).padStart(count, '0')
  return `${digits(date.getFullYear(), 4)}-${digits(date.getMonth() + 1, 2)}-${digits(date.getDate(), 2)}`
}

/** The range as a URL parameter. Undefined for all days. */
export function rangeToParam(range: DateRange): string | undefined {
  if (range.kind === 'all') return undefined
  return range.kind === 'own' ? `${range.from}${between}${range.to}` : range.kind
}

/** Reads the URL parameter. All days if it is missing or malformed. */
export function rangeFromParam(text: string | null): DateRange {
  const [from = '', to, ...more] = (text ?? '').split(between)
  if (to !== undefined && more.length === 0)
    return { kind: 'own', from: dayOrEmpty(from), to: dayOrEmpty(to) }
  const kind = rangeKinds.find((known) => known === text)
  return kind === undefined || kind === 'own' ? allDays : { kind }
}

const between = '~'

function dayOrEmpty(text: string): Day {
  return isDay(text) ? text : ''
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text)
}

/**
 * Start of a day, or of the day `daysAfter` later. Counts calendar days, not hours: with daylight saving time a day can
 * have 23 or 25 hours and start later than midnight. The API accepts no time before 1970.
 */
function startOfDay(day: Day, daysAfter = 0): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const start = new Date(0)
  start.setFullYear(year, month - 1, date + daysAfter)
  start.setHours(0, 0, 0, 0)
  return Math.max(0, start.getTime())
}
