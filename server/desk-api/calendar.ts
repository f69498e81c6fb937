// The economic calendar at the console: events, and their import from files.
import {
  type DeskCalendarInput,
  type DeskEvent,
  type DeskImportRow,
  type DeskPreviewImportAnswer,
  deskCalendar,
  deskImportEvents,
  deskPreviewImport,
  deskRemoveEvent,
  deskSaveEvent,
} from '#contract/desk/calendar.ts'
import { answered, refused } from '#contract/outcome.ts'
import { type Importance, readEvent } from '#core/calendar/calendar-event.ts'
import {
  type Calendar,
  countsOf,
  type ImportPlan,
  type MonthFilter,
  type PlannedRow,
  type StoredEvent,
} from '#server/calendar/calendar.ts'
import { readByLanguage } from '#server/desk-api/read-by-language.ts'
import { operatorRoute, type Route } from '#server/gateway/gateway.ts'
import type { Operators } from '#server/operators/operators.ts'

type CalendarParts = { readonly operators: Operators; readonly calendar: Calendar }

/** All routes of the calendar. */
export function calendarDeskRoutes(parts: CalendarParts): readonly Route[] {
  return [readMonth(parts), saveEvent(parts), removeEvent(parts), previewImport(parts), importEvents(parts)]
}

function readMonth({ operators, calendar }: CalendarParts): Route {
  return operatorRoute(deskCalendar, operators.authenticate, async (input) => {
    const { importance, currency = '', search = '', page } = input
    const bounds = boundsOf(input)
    if ('field' in bounds) return refused('invalid_input', bounds)
    const { events, total } = await calendar.month({
      ...bounds,
      importance: importance as Importance,
      currency,
      search: search.trim(),
      page,
    })
    return answered({ data: events.map(eventOf), total })
  })
}

type MonthBounds = Pick<MonthFilter, 'times' | 'days'>

function boundsOf({ month, from, to }: DeskCalendarInput): MonthBounds | { readonly field: 'from' | 'to' } {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const days = { fromMs: Date.UTC(year, number - 1), toMs: Date.UTC(year, number) }
  const fromMs = boundOf(from, days.fromMs)
  const toMs = boundOf(to, days.toMs)
  if (fromMs === undefined) return { field: 'from' }
  return toMs === undefined ? { field: 'to' } : { days, times: { fromMs, toMs } }
}

/** Of all time zones, the farthest ahead of UTC and the farthest behind. */
const aheadMs = 14 * 3_600_000
const behindMs = 12 * 3_600_000

/** Undefined if the month begins or ends then in no time zone. So a list is never of more than 33 days. */
function boundOf(givenMs: number | undefined, utcMs: number): number | undefined {
  if (givenMs === undefined) return utcMs
  return givenMs >= utcMs - aheadMs && givenMs <= utcMs + behindMs ? givenMs : undefined
}

function saveEvent({ operators, calendar }: CalendarParts): Route {
  return operatorRoute(deskSaveEvent, operators.authenticate, async (input, operator, { address }) => {
    const { id, revision, zone, importance, titles: written, ...texts } = input
    const titles = readByLanguage(written, titleFrom)
    if (titles === undefined) return refused('invalid_input', { field: 'titles' })
    const reading = readEvent({ ...texts, importance: String(importance), titles }, zone)
    if (!reading.ok) return refused('invalid_input', { field: reading.problems[0]?.field ?? 'time' })
    const { event } = reading
    const editor = { operator, address }
    const result =
      id === undefined
        ? await calendar.add(event, editor)
        : await calendar.change({ id, revision, event }, editor)
    return result.kind === 'refused' ? refused(result.reason) : answered(eventOf(result.event), 'done.saved')
  })
}

function titleFrom(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function removeEvent({ operators, calendar }: CalendarParts): Route {
  return operatorRoute(deskRemoveEvent, operators.authenticate, async (edit, operator, { address }) => {
    const result = await calendar.remove(edit, { operator, address })
    return result.kind === 'refused' ? refused(result.reason) : answered({}, 'done.saved')
  })
}

function previewImport({ operators, calendar }: CalendarParts): Route {
  return operatorRoute(deskPreviewImport, operators.authenticate, async (file) => {
    const result = await calendar.preview(file)
    return result.kind === 'refused' ? refused(result.reason) : answered(previewOf(result.plan))
  })
}

function importEvents({ operators, calendar }: CalendarParts): Route {
  return operatorRoute(
    deskImportEvents,
    operators.authenticate,
    async ({ plan, ...file }, operator, { address }) => {
      const result = await calendar.import(file, plan, { operator, address })
      return result.kind === 'refused' ? refused(result.reason) : answered(result.counts, 'done.saved')
    },
  )
}

function eventOf(event: StoredEvent): DeskEvent {
  const { timeMs, isAllDay, uid: _, ...fields } = event
  return { ...fields, time: new Date(timeMs).toISOString(), is_all_day: Number(isAllDay) }
}

const mostRows = 300

function previewOf({ format, sha256, digest, fileProblems, rows }: ImportPlan): DeskPreviewImportAnswer {
  const first = [...rows].sort((a, b) => rank(a) - rank(b)).slice(0, mostRows)
  return {
    ...{ format, sha256, plan: digest },
    ...countsOf(rows),
    faulty: rows.filter(({ state }) => state === 'faulty').length,
    file_problems: [...fileProblems],
    rows: first.map(rowOf),
  }
}

const order: readonly DeskImportRow['state'][] = ['faulty', 'changed', 'added', 'unchanged']

/** Sorting is stable, so that rows of one rank stay in the order of the file. */
function rank({ state, warnings }: PlannedRow): number {
  return state !== 'faulty' && warnings.length > 0 ? 0.5 : order.indexOf(state)
}

function rowOf({ state, line, title, event, country, currency, ...row }: PlannedRow): DeskImportRow {
  return {
    ...{ state, line, title, country, currency },
    time: event === undefined ? '' : new Date(event.timeMs).toISOString(),
    is_all_day: Number(event?.isAllDay === true),
    importance: event?.importance ?? 0,
    problems: [...row.problems],
    warnings: [...row.warnings],
    changes: [...row.changes],
  }
}
