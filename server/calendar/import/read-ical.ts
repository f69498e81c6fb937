// iCalendar (RFC 5545): one event for each VEVENT. Rules of repetition and definitions of time zones are not evaluated.
import ICAL from 'ical.js'
import { type EventTexts, importanceFrom } from '#core/calendar/calendar-event.ts'
import { mostImportedEvents } from '#core/calendar/import-limits.ts'
import { languageFromTag } from '#i18n/languages.ts'
import type { FileReading, ImportProblem, ImportRow } from '#server/calendar/calendar-types.ts'
import { zoneOfName } from '#server/calendar/import/ical-zones.ts'
import { importRow, unreadableRow } from '#server/calendar/import/import-row.ts'

type Reading = Omit<FileReading, 'format'>

/** In characters. */
const longestEntry = 16_384

export function readIcal(text: string, zone: string): Reading {
  const blocks = splitEvents(text)
  if (blocks.length === 0) return failed('file_empty', '')
  if (blocks.length > mostImportedEvents) return failed('too_many_events', String(mostImportedEvents))
  return { fileProblems: [], rows: blocks.map((block) => rowOf(block, zone)) }
}

function failed(problem: 'file_empty' | 'too_many_events', text: string): Reading {
  return { fileProblems: [{ field: 'file', problem, text }], rows: [] }
}

type Block = { readonly line: number; readonly lines: readonly string[]; readonly isWhole: boolean }

/** Each VEVENT by itself, so that a faulty one does not hide the others. Everything else is skipped. */
function splitEvents(text: string): readonly Block[] {
  const blocks: Block[] = []
  let open: { line: number; lines: string[] } | undefined
  const close = (isWhole: boolean) => {
    if (open !== undefined) blocks.push({ ...open, isWhole })
    open = undefined
  }
  for (const [at, line] of text.split(/\r\n|\n|\r/).entries()) {
    const mark = line.slice(0, 12).trimEnd().toUpperCase()
    if (mark === 'BEGIN:VEVENT') {
      close(false)
      open = { line: at + 1, lines: [line] }
    } else if (open !== undefined) {
      if (line !== '') open.lines.push(line)
      if (mark === 'END:VEVENT') close(true)
    }
    if (blocks.length > mostImportedEvents) return blocks
  }
  close(false)
  return blocks
}

function rowOf({ line, lines, isWhole }: Block, zone: string): ImportRow {
  const text = lines.join('\r\n')
  const properties = isWhole && text.length <= longestEntry ? parseProperties(text) : undefined
  if (properties === undefined) return unreadableRow(line, lines[1] ?? '')
  const first = (name: string) => properties.find((property) => property.name === name)
  const value = (name: string) => first(name)?.value ?? ''
  const start = first('dtstart')
  const texts: EventTexts = {
    ...placeOf(properties),
    time: start?.value ?? '',
    importance: importanceOf(properties),
    forecast: value('x-forecast'),
    previous: value('x-previous'),
    actual: value('x-actual'),
    titles: titlesOf(properties),
  }
  const repetition = first('rrule') ?? first('rdate')
  const warnings: ImportProblem[] = [
    ...(repetition === undefined ? [] : [{ field: 'time', problem: 'repeats', text: '' }]),
    ...(value('status').toUpperCase() === 'CANCELLED'
      ? [{ field: 'status', problem: 'cancelled', text: '' }]
      : []),
  ]
  const uid = [value('uid'), value('recurrence-id')].filter((part) => part !== '').join('#')
  const ownZone = start?.zone === undefined ? zone : zoneOfName(start.zone)
  return importRow({ line, texts, uid, zone: ownZone, warnings })
}

type Property = {
  readonly name: string
  /** The values of one property joined by commas. */
  readonly value: string
  readonly zone: string | undefined
  readonly language: string | undefined
}

/** Undefined if the entry cannot be parsed. */
function parseProperties(text: string): readonly Property[] | undefined {
  try {
    const [, properties] = ICAL.parse(text) as [
      string,
      [string, Record<string, unknown>, string, ...unknown[]][],
    ]
    return properties.map(([name, parameters, , ...values]) => ({
      name,
      value: values.filter((value) => typeof value === 'string' || typeof value === 'number').join(','),
      zone: textOf(parameters['tzid']),
      language: textOf(parameters['language']),
    }))
  } catch {
    // The parser throws errors of many kinds for text that it does not understand.
    return undefined
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** From properties of their own, or else from a location or category that is a code. */
function placeOf(properties: readonly Property[]): Pick<EventTexts, 'country' | 'currency'> {
  const value = (name: string) => properties.find((property) => property.name === name)?.value.trim() ?? ''
  const codes = [value('location'), ...categoriesOf(properties)]
  const country = codes.find((code) => /^[A-Za-z]{2}$/.test(code)) ?? ''
  const currency = codes.find((code) => /^[A-Z]{3}$/.test(code)) ?? ''
  return {
    country:
      value('x-country') ||
      country ||
      (currency === '' && value('x-currency') === '' ? value('location') : ''),
    currency: value('x-currency') || currency,
  }
}

function importanceOf(properties: readonly Property[]): string {
  const named = properties.find(({ name }) => name === 'x-importance' || name === 'x-impact')
  if (named !== undefined) return named.value
  const category = categoriesOf(properties).find((text) => importanceFrom(text) !== undefined)
  if (category !== undefined) return category
  const priority = Number(properties.find(({ name }) => name === 'priority')?.value ?? 0)
  // RFC 5545: 1 to 4 is high, 5 medium, 6 to 9 low, 0 undefined.
  return priority >= 1 && priority <= 4 ? '3' : priority === 5 ? '2' : '1'
}

function categoriesOf(properties: readonly Property[]): readonly string[] {
  return properties
    .filter(({ name }) => name === 'categories')
    .flatMap(({ value }) => value.split(','))
    .map((text) => text.trim())
}

function titlesOf(properties: readonly Property[]): Readonly<Record<string, string>> {
  const summaries = properties.filter(({ name }) => name === 'summary')
  return Object.fromEntries(
    summaries.map(({ language, value }) => [(language && languageFromTag(language)) || 'en', value]),
  )
}
