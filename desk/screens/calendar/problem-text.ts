import type { DeskImportRow } from '#contract/desk/calendar.ts'
import { eventFaults } from '#core/calendar/calendar-event.ts'
import { fileFaults, importFaults, importWarnings } from '#core/calendar/import-limits.ts'
import type { DeskKey } from '#i18n/desk/en.ts'
import type { Translate } from '#i18n/translator.ts'

const names = [...eventFaults, ...fileFaults, ...importFaults, ...importWarnings] as const

/** The fault or warning in words, with what was written. */
export function problemText(
  { field, problem, text }: DeskImportRow['problems'][number],
  t: Translate<DeskKey>,
): string {
  const name = names.find((known) => known === problem)
  if (name === undefined) return problem
  const words = t(`calendar.problem.${name}`)
  return text === '' ? words : t('calendar.problem.with_text', { words, text, field })
}
