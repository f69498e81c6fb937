import { type LanguageCode, languages } from '#i18n/languages.ts'

/** Our digits and our calendar in every language. The zone stands with it: this is no clock of the reader's own. */
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

/** Made once: making one costs a thousand times what using it does. */
const formats: ReadonlyMap<LanguageCode, Intl.DateTimeFormat> = new Map(
  languages.map(({ code, locale }) => [code, new Intl.DateTimeFormat(locale, shape)]),
)

/** A moment for people, in their language. */
export function formatTime(timeMs: number, language: LanguageCode): string {
  const format = formats.get(language)
  if (format === undefined) return timeToWire(timeMs)
  const second = Math.floor(timeMs / 1000)
  const known = newest.get(language)
  if (known?.second === second) return known.words
  const words = format.format(timeMs)
  newest.set(language, { second, words })
  return words
}

/** The last one of each language: whoever writes many at once writes nearly all of the same second. */
const newest = new Map<LanguageCode, { readonly second: number; readonly words: string }>()

/** A moment for programs: ISO 8601, UTC. */
export function timeToWire(timeMs: number): string {
  const second = Math.floor(timeMs / 1000)
  return `${secondToWire(second)}${String(Math.floor(timeMs - second * 1000)).padStart(3, '0')}Z`
}

/** Up to the point after the seconds. Orders that are told together were mostly placed within a few of them. */
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
