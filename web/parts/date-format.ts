/** What a moment is written with in every language: our digits and our calendar, and hours from 0 to 23. */
const everywhere = { numberingSystem: 'latn', calendar: 'gregory' } as const

export type DateFormat = {
  readonly locale: string
  /** The user's own when left out. */
  readonly timeZone?: string
}

/** The day and the time of an ISO moment, in the user's language; a dash for what is no moment. */
export function formatDateTime(iso: string, format: DateFormat): string {
  return formatParts(iso, format, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
}

/** The day alone. */
export function formatDate(iso: string, format: DateFormat): string {
  return formatParts(iso, format, { year: 'numeric', month: 'short', day: 'numeric' })
}

/** The time of the day alone, to the second. */
export function formatTime(iso: string, format: DateFormat): string {
  return formatParts(iso, format, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })
}

/** The day and the time to the thousandth of a second, as one compares it with a record of prices. */
export function formatExactTime(iso: string, format: DateFormat): string {
  return formatParts(iso, format, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    hourCycle: 'h23',
  })
}

function formatParts(
  iso: string,
  { locale, ...zone }: DateFormat,
  options: Intl.DateTimeFormatOptions,
): string {
  const timeMs = Date.parse(iso)
  if (Number.isNaN(timeMs)) return '\u2014'
  return new Intl.DateTimeFormat(locale, { ...everywhere, ...options, ...zone }).format(timeMs)
}
