// Texts of calendar events in the user's language and time zone.

const shared = { numberingSystem: 'latn', calendar: 'gregory' } as const

export function eventTime(iso: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, {
    ...{ ...shared, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  }).format(Date.parse(iso))
}

/** A weekday with its date, of a day such as `2026-01-05`. */
export function dayTitle(day: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, {
    ...{ ...shared, timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long' },
  }).format(Date.parse(`${day}T00:00:00Z`))
}

/** Such as "5 – 11 Jan 2026". */
export function weekTitle(firstDay: string, lastDay: string, locale: string): string {
  const [first, last] = [firstDay, lastDay].map((day) => Date.parse(`${day}T00:00:00Z`))
  return new Intl.DateTimeFormat(locale, {
    ...{ ...shared, timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' },
  }).formatRange(first ?? 0, last ?? 0)
}

/** The code itself if the language has no name for it. */
export function countryName(code: string, locale: string): string {
  return new Intl.DisplayNames([locale], { type: 'region', style: 'short' }).of(code) ?? code
}

/** The zone of the device with its offset at this time, such as "Hong Kong (GMT+8)". */
export function zoneName(timeMs: number, locale: string): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const named = (timeZoneName: 'longGeneric' | 'shortOffset') =>
    new Intl.DateTimeFormat(locale, { ...shared, timeZoneName })
      .formatToParts(timeMs)
      .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
  const [name, offset] = [named('longGeneric'), named('shortOffset')]
  // A zone without a name has only its offset.
  return name.startsWith('GMT') ? offset : `${name} (${offset})`
}
