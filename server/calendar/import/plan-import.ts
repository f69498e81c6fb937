// Compares the entries of a file with the stored events of its source.
import { type CalendarEvent, titleIn } from '#core/calendar/calendar-event.ts'
import type { ImportRow, PlannedRow, StoredEvent } from '#server/calendar/calendar-types.ts'
import { changesBetween } from '#server/calendar/event-changes.ts'

/** An entry that names the same event as an earlier line is faulty. */
export function planImport(
  rows: readonly ImportRow[],
  stored: ReadonlyMap<string, StoredEvent>,
): readonly PlannedRow[] {
  const lineOfUid = new Map<string, number>()
  return rows.map((row) => {
    const { uid, line } = row
    const earlier = row.event === undefined ? undefined : lineOfUid.get(uid)
    if (earlier === undefined && row.event !== undefined) lineOfUid.set(uid, line)
    if (earlier === undefined) return plannedRow(row, stored.get(uid))
    const duplicate = { field: 'line', problem: 'duplicate', text: String(earlier) }
    return plannedRow({ ...row, event: undefined, problems: [duplicate] }, undefined)
  })
}

function plannedRow(row: ImportRow, stored: StoredEvent | undefined): PlannedRow {
  const problems = row.problems.map((problem) =>
    'fault' in problem ? { field: problem.field, problem: problem.fault, text: problem.text } : problem,
  )
  if (row.event === undefined) return { ...row, problems, state: 'faulty', stored: undefined, changes: [] }
  const event = stored === undefined ? row.event : merged(stored, row.event)
  const changes = stored === undefined ? [] : changesBetween(stored, event)
  const state = stored === undefined ? 'added' : changes.length === 0 ? 'unchanged' : 'changed'
  return { ...row, problems, event, title: titleIn(event.titles, 'en').title, state, stored, changes }
}

/** A file without an actual value or a translation does not remove one that was entered since. */
function merged(stored: StoredEvent, event: CalendarEvent): CalendarEvent {
  return {
    ...event,
    forecast: event.forecast === '' ? stored.forecast : event.forecast,
    previous: event.previous === '' ? stored.previous : event.previous,
    actual: event.actual === '' ? stored.actual : event.actual,
    titles: { ...stored.titles, ...event.titles },
  }
}
