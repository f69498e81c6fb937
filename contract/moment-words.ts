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
export function momentWords(timeMs: number, language: LanguageCode): string {
  const format = formats.get(language)
  if (format === undefined) return momentToWire(timeMs)
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
export function momentToWire(timeMs: number): string {
  return new Date(timeMs).toISOString()
}
