/** Latin digits and the Gregorian calendar in every language, to match the figures on screen. */
const sharedOptions = { numberingSystem: 'latn', calendar: 'gregory' } as const

export type DateFormat = {
  readonly locale: string
  /** Default: the time zone of the device. */
  readonly timeZone?: string
}

/** Date and time to the minute. Like all formats in this file, it shows a dash for an invalid ISO string. */
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

export function formatDate(iso: string, format: DateFormat): string {
  return formatParts(iso, format, { year: 'numeric', month: 'short', day: 'numeric' })
}

/** Date and time to the second. */
export function formatDateTimeSeconds(iso: string, format: DateFormat): string {
  return formatParts(iso, format, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
}

/** Time of day to the second. */
export function formatTime(iso: string, format: DateFormat): string {
  return formatParts(iso, format, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })
}

/** Date and time to the millisecond, for comparison with a record of prices. */
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
  return new Intl.DateTimeFormat(locale, { ...sharedOptions, ...options, ...zone }).format(timeMs)
}
