// Events of the economic calendar: what a valid one looks like, and how its fields are read from text.
import { countryFrom, currencyOf } from '#core/calendar/country.ts'
import { type EventTime, readEventTime } from '#core/calendar/event-time.ts'
import { closestLanguage } from '#core/content/closest-language.ts'

/** 1 low, 2 medium, 3 high. */
export const importances = [1, 2, 3] as const
export type Importance = (typeof importances)[number]

/** In characters. */
export const eventLimits = { title: 160, value: 40, source: 40, uid: 200, zone: 64 } as const

/** Text that is published before or after the event, such as `3.2%` or `250K`. */
export const eventValues = ['forecast', 'previous', 'actual'] as const
export type EventValue = (typeof eventValues)[number]

/** Titles by language code. */
export type EventTitles = Readonly<Record<string, string>>

export type CalendarEvent = EventTime & {
  /** ISO 3166 code, or EU. */
  readonly country: string
  readonly currency: string
  readonly importance: Importance
  /** Empty if unknown. */
  readonly forecast: string
  readonly previous: string
  readonly actual: string
  /** At least one. */
  readonly titles: EventTitles
}

/** Fields as typed or imported. */
export type EventTexts = {
  readonly time: string
  readonly country: string
  readonly currency: string
  readonly importance: string
  readonly forecast: string
  readonly previous: string
  readonly actual: string
  readonly titles: EventTitles
}

export const eventFaults = [
  'time_unreadable',
  'time_skipped',
  'time_out_of_range',
  'zone_unknown',
  'country_unknown',
  'currency_unknown',
  'importance_unknown',
  'title_missing',
  'title_long',
  'value_long',
] as const
export type EventFault = (typeof eventFaults)[number]

export type EventProblem = {
  readonly field: keyof EventTexts
  readonly fault: EventFault
  /** As written, shortened. */
  readonly text: string
}

export type EventReading =
  | { readonly ok: true; readonly event: CalendarEvent }
  | { readonly ok: false; readonly problems: readonly EventProblem[] }

/**
 * Times without a zone are those of `zone`. Without a currency it is that of the country; without a country it is that of
 * the currency.
 */
export function readEvent(texts: EventTexts, zone: string): EventReading {
  const problems: EventProblem[] = []
  const report = (field: keyof EventTexts, fault: EventFault, text: string) => {
    problems.push({ field, fault, text: shortened(text) })
  }
  const time = readEventTime(texts.time, zone)
  if (!time.ok) report('time', time.fault, texts.time)
  const country = countryFrom(texts.country, texts.currency)
  if (country === undefined) report('country', 'country_unknown', texts.country)
  const currency = currencyFrom(texts.currency, country)
  if (currency === undefined) report('currency', 'currency_unknown', texts.currency)
  const importance = importanceFrom(texts.importance)
  if (importance === undefined) report('importance', 'importance_unknown', texts.importance)
  const titles = readTitles(texts.titles)
  if (Object.keys(titles).length === 0) report('titles', 'title_missing', '')
  for (const title of Object.values(titles))
    if (lengthOf(title) > eventLimits.title) report('titles', 'title_long', title)
  const values = valuesOf(texts)
  for (const name of eventValues)
    if (lengthOf(values[name]) > eventLimits.value) report(name, 'value_long', values[name])
  if (!time.ok || country === undefined || currency === undefined || importance === undefined)
    return { ok: false, problems }
  if (problems.length > 0) return { ok: false, problems }
  const { timeMs, isAllDay } = time
  return { ok: true, event: { timeMs, isAllDay, country, currency, importance, ...values, titles } }
}

/** The title in the wanted language, or else in English, Chinese (Hong Kong) or any language. */
export function titleIn(
  titles: EventTitles,
  language: string,
): { readonly title: string; readonly language: string } {
  const found = closestLanguage(titles, language)
  return found === undefined ? { title: '', language } : { title: titles[found] ?? '', language: found }
}

/** Control characters, line separators, bidirectional controls and lone surrogates. */
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu

/** One line without control characters, such as those that change the direction of text. */
export function oneLine(text: string): string {
  return text.replace(unprintable, ' ').replace(/ {2,}/g, ' ').trim()
}

function valuesOf(texts: EventTexts): Record<EventValue, string> {
  const { forecast, previous, actual } = texts
  return { forecast: oneLine(forecast), previous: oneLine(previous), actual: oneLine(actual) }
}

function readTitles(titles: EventTitles): EventTitles {
  const lines = Object.entries(titles).map(([language, title]) => [language, oneLine(title)] as const)
  return Object.fromEntries(lines.filter(([, title]) => title !== ''))
}

function currencyFrom(text: string, country: string | undefined): string | undefined {
  const code = text.trim().toUpperCase()
  if (code === '') return country === undefined ? undefined : currencyOf(country)
  return /^[A-Z]{3,5}$/.test(code) ? code : undefined
}

const importanceWords: Readonly<Record<string, Importance>> = {
  '1': 1,
  '2': 2,
  '3': 3,
  '*': 1,
  '**': 2,
  '***': 3,
  low: 1,
  medium: 2,
  moderate: 2,
  high: 3,
}

export function importanceFrom(text: string): Importance | undefined {
  const word = text.trim().toLowerCase()
  return Object.hasOwn(importanceWords, word) ? importanceWords[word] : undefined
}

/** By characters as PostgreSQL counts them. */
function lengthOf(text: string): number {
  return [...text].length
}

const shownLength = 60

function shortened(text: string): string {
  const line = oneLine(text.slice(0, shownLength * 2))
  return line.length > shownLength ? `${[...line].slice(0, shownLength).join('')}…` : line
}
