// CSV: a header row that names the columns, then one event a row.
import { CsvError, parse } from 'csv-parse/sync'
import type { EventTexts } from '#core/calendar/calendar-event.ts'
import { mostImportedEvents } from '#core/calendar/import-limits.ts'
import { languageFromCode } from '#i18n/languages.ts'
import type { FileProblem, FileReading } from '#server/calendar/calendar-types.ts'
import { importRow, unreadableRow } from '#server/calendar/import/import-row.ts'

type Reading = Omit<FileReading, 'format'>
type CsvRecord = { readonly record: readonly string[]; readonly info: { readonly lines: number } }

/** In characters. A quote that is never closed would otherwise make one field of the rest of the file. */
const longestRecord = 16_384

const plainColumns = [
  'uid',
  'time',
  'country',
  'currency',
  'importance',
  'forecast',
  'previous',
  'actual',
] as const
type PlainColumn = (typeof plainColumns)[number]

/** A column of the file: a field of the event, or its title in a language. */
type Column =
  | { readonly name: PlainColumn; readonly language?: undefined }
  | { readonly name: 'title'; readonly language: string }

export function readCsv(text: string, zone: string): Reading {
  const [first = ''] = text.trimStart().split(/\r?\n|\r/, 1)
  const records = readRecords(text, countOf(first, ';') > countOf(first, ',') ? ';' : ',')
  if ('problem' in records) return { fileProblems: [records], rows: [] }
  const [header, ...entries] = records
  const { columns, problems } = readHeader(header?.record ?? [])
  if (problems.length > 0) return { fileProblems: problems, rows: [] }
  if (entries.length === 0)
    return { fileProblems: [{ field: 'file', problem: 'file_empty', text: '' }], rows: [] }
  if (entries.length > mostImportedEvents)
    return {
      fileProblems: [{ field: 'file', problem: 'too_many_events', text: String(mostImportedEvents) }],
      rows: [],
    }
  return { fileProblems: [], rows: entries.map((entry) => rowOf(entry, columns, zone)) }
}

function readRecords(text: string, delimiter: string): readonly CsvRecord[] | FileProblem {
  try {
    return parse(text, {
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      max_record_size: longestRecord,
      // The header, and one more than may be imported.
      to: mostImportedEvents + 2,
    }) as unknown as readonly CsvRecord[]
  } catch (fault) {
    if (!(fault instanceof CsvError)) throw fault
    const lines: unknown = fault['lines']
    return { field: 'line', problem: 'file_unreadable', text: typeof lines === 'number' ? String(lines) : '' }
  }
}

function rowOf({ record, info }: CsvRecord, columns: readonly Column[], zone: string) {
  if (record.length > columns.length) return unreadableRow(info.lines, record.join(', '))
  const titles = new Map<string, string>()
  const plain = new Map<PlainColumn, string>()
  columns.forEach((column, at) => {
    const text = record[at] ?? ''
    if (column.name === 'title') titles.set(column.language, text)
    else plain.set(column.name, text)
  })
  const field = (name: PlainColumn) => plain.get(name) ?? ''
  const texts: EventTexts = {
    time: field('time'),
    country: field('country'),
    currency: field('currency'),
    importance: field('importance'),
    forecast: field('forecast'),
    previous: field('previous'),
    actual: field('actual'),
    titles: Object.fromEntries(titles),
  }
  return importRow({ line: info.lines, texts, uid: field('uid'), zone, warnings: [] })
}

function readHeader(header: readonly string[]): {
  readonly columns: readonly Column[]
  readonly problems: readonly FileProblem[]
} {
  const problems: FileProblem[] = []
  const report = (problem: FileProblem['problem'], text: string) =>
    problems.push({ field: 'column', problem, text: text.slice(0, 40) })
  const columns: Column[] = []
  for (const written of header) {
    const column = columnOf(written.toLowerCase())
    if (column === 'language_unknown' || column === 'column_unknown') report(column, written)
    else if (columns.some((other) => other.name === column.name && other.language === column.language))
      report('column_duplicate', written)
    else columns.push(column)
  }
  const has = (name: Column['name']) => columns.some((column) => column.name === name)
  if (problems.length === 0) {
    for (const name of ['time', 'importance', 'title'] as const)
      if (!has(name)) report('column_missing', name)
    if (!has('country') && !has('currency')) report('column_missing', 'country')
  }
  return { columns, problems: problems.slice(0, 20) }
}

/** `title` is English; `title_hk` and so on are other languages. */
function columnOf(name: string): Column | 'column_unknown' | 'language_unknown' {
  if (name === 'title') return { name: 'title', language: 'en' }
  if (name.startsWith('title_')) {
    const language = languageFromCode(name.slice('title_'.length))
    return language === undefined ? 'language_unknown' : { name: 'title', language }
  }
  const plain = plainColumns.find((column) => column === name)
  return plain === undefined ? 'column_unknown' : { name: plain }
}

function countOf(text: string, character: string): number {
  return text.split(character).length - 1
}
