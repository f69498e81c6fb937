import { type LanguageCode, languages } from '#i18n/languages.ts'

/**
 * Latin digits and the Gregorian calendar in every language. The text includes the zone, because UTC is rarely the
 * reader's local time.
 */
const shape: Intl.DateTimeFormatOptions = {
  timeZone: 'UTC',
  timeZoneName: 'short',
  numberingSystem: 'latn',
  calendar: 'gregory',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
}

/** Created once: creating a formatter costs about a thousand times as much as using it. */
const formats: ReadonlyMap<LanguageCode, Intl.DateTimeFormat> = new Map(
  languages.map(({ code, locale }) => [code, new Intl.DateTimeFormat(locale, shape)]),
)

/** Formats a time in the user's language. */
export function formatTime(timeMs: number, language: LanguageCode): string {
  const format = formats.get(language)
  if (format === undefined) return timeToWire(timeMs)
  const second = Math.floor(timeMs / 1000)
  const known = lastByLanguage.get(language)
  if (known?.second === second) return known.text
  const text = format.format(timeMs)
  lastByLanguage.set(language, { second, text })
  return text
}

/** Last result per language: rows of one answer mostly share the same second. */
const lastByLanguage = new Map<LanguageCode, { readonly second: number; readonly text: string }>()

/** ISO 8601 in UTC. */
export function timeToWire(timeMs: number): string {
  const second = Math.floor(timeMs / 1000)
  return `${secondToWire(second)}${String(Math.floor(timeMs - second * 1000)).padStart(3, '0')}Z`
}

/** Cached ISO text up to the seconds: the times in one answer mostly share a few seconds. */
const seconds = new Map<number, string>()
const mostSeconds = 1000

function secondToWire(second: number): string {
  const known = seconds.get(second)
  if (known !== undefined) return known
  const text = new Date(second * 1000).toISOString().slice(0, -4)
  if (seconds.size >= mostSeconds) seconds.clear()
  seconds.set(second, text)
  return text
}
