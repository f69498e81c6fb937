import type { DeskImportRow } from '#contract/desk/calendar.ts'
import { eventFaults } from '#core/calendar/calendar-event.ts'
import { fileFaults, importFaults, importWarnings } from '#core/calendar/import-limits.ts'
import type { DeskKey } from '#i18n/desk/en.ts'
import type { Translate } from '#i18n/translator.ts'

export type ImportProblem = DeskImportRow['problems'][number]

const names = [...eventFaults, ...fileFaults, ...importFaults, ...importWarnings] as const

/** Faults whose sentence has a place for the text of the problem. */
const lineFaults: readonly string[] = ['file_unreadable', 'duplicate']
const columnFaults: readonly string[] = [
  'column_missing',
  'column_duplicate',
  'column_unknown',
  'language_unknown',
]

/** The fault or warning in words. */
export function problemText({ problem, text }: ImportProblem, t: Translate<DeskKey>): string {
  const name = names.find((known) => known === problem)
  return name === undefined ? problem : t(`calendar.problem.${name}`, placesOf(name, text))
}

/** What the file says instead, if the words do not contain it. */
export function writtenText({ problem, text }: ImportProblem): string {
  return Object.keys(placesOf(problem, text)).length === 0 ? text : ''
}

function placesOf(problem: string, text: string): Readonly<Record<string, string | number>> {
  if (problem === 'too_many_events') return { limit: Number(text) }
  if (lineFaults.includes(problem)) return { line: Number(text) }
  return columnFaults.includes(problem) ? { column: text } : {}
}
