/** A moment to the thousandth of a second in the user's language, as one compares it with a record of prices. */
export function exactMoment(iso: string, locale: string, timeZone?: string): string {
  const timeMs = Date.parse(iso)
  if (Number.isNaN(timeMs)) return '\u2014'
  return new Intl.DateTimeFormat(locale, {
    numberingSystem: 'latn',
    calendar: 'gregory',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    hourCycle: 'h23',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(timeMs)
}
