/** Latin digits and the Gregorian calendar in every language, to match the figures on screen. */
const sharedOptions = { numberingSystem: 'latn', calendar: 'gregory' } as const

const dateParts = { year: 'numeric', month: 'short', day: 'numeric' } as const
const minuteParts = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const timeParts = { ...minuteParts, second: '2-digit' } as const

export type DateFormat = {
  readonly locale: string
  /** Default: the time zone of the device. */
  readonly timeZone?: string
}

/** Date and time to the minute. Like all formats in this file, it shows a dash for an invalid ISO string. */
export function formatDateTime(iso: string, format: DateFormat): string {
  return formatParts(iso, format, { ...dateParts, ...minuteParts })
}

export function formatDate(iso: string, format: DateFormat): string {
  return formatParts(iso, format, dateParts)
}

/** Date and time to the second. */
export function formatDateTimeSeconds(iso: string, format: DateFormat): string {
  return formatParts(iso, format, { ...dateParts, ...timeParts })
}

/** Time of day to the minute. */
export function formatMinute(iso: string, format: DateFormat): string {
  return formatParts(iso, format, minuteParts)
}

/** Time of day to the second. */
export function formatTime(iso: string, format: DateFormat): string {
  return formatParts(iso, format, timeParts)
}

/** Date and time to the millisecond, for comparison with a record of prices. */
export function formatExactTime(iso: string, format: DateFormat): string {
  return formatParts(iso, format, { ...dateParts, ...timeParts, fractionalSecondDigits: 3 })
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
