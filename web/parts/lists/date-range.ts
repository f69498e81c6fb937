// Which days a history is asked for: days of the place one is in, each from its first moment to the first of the next.

/** As a date field gives it, `2026-03-29`; empty while none was chosen, which leaves that end open. */
export type Day = string

export type DateRange =
  | { readonly kind: 'all' | 'today' | 'week' | 'month' }
  /** The days between the two, both included, whichever of them is the first. */
  | { readonly kind: 'own'; readonly from: Day; readonly to: Day }

export type RangeKind = DateRange['kind']

export const rangeKinds: readonly RangeKind[] = ['all', 'today', 'week', 'month', 'own']
export const allDays: DateRange = { kind: 'all' }

/** From the first moment to before the second, epoch ms; one that is left out is open. */
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

/** Which day a moment belongs to here. */
export function localDay(timeMs: number): Day {
  const date = new Date(timeMs)
  const digits = (number: number, count: number) => String(number).padStart(count, '0')
  return `${digits(date.getFullYear(), 4)}-${digits(date.getMonth() + 1, 2)}-${digits(date.getDate(), 2)}`
}

/** The range as it stands in an address; the whole time is nothing. */
export function rangeToParam(range: DateRange): string | undefined {
  if (range.kind === 'all') return undefined
  return range.kind === 'own' ? `${range.from}${between}${range.to}` : range.kind
}

/** What nobody can read is the whole time. */
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
 * The first moment of a day, or of one so many days from it. Days are counted by the calendar and not in hours: where the
 * clocks are changed one has 23 of them or 25, and may not begin at midnight. Nothing is before 1970 on the wire.
 */
function startOfDay(day: Day, daysAfter = 0): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const beginning = new Date(0)
  beginning.setFullYear(year, month - 1, date + daysAfter)
  beginning.setHours(0, 0, 0, 0)
  return Math.max(0, beginning.getTime())
}
