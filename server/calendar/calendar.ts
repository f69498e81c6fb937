// Entry point of the calendar module: events of the economic calendar, edited and imported by operators.
import type { CalendarEvent } from '#core/calendar/calendar-event.ts'
import { readEvents, readMarks, readMonth } from '#server/calendar/calendar-store.ts'
import type {
  Editor,
  EditResult,
  EventFilter,
  EventList,
  EventMark,
  EventPage,
  EventRange,
  ImportFile,
  ImportResult,
  MarkFilter,
  MonthFilter,
  PreviewResult,
  StoredEvent,
} from '#server/calendar/calendar-types.ts'
import {
  addEvent,
  changeEvent,
  type EventEdit,
  mostEvents,
  removeEvent,
} from '#server/calendar/edit-events.ts'
import { createImports } from '#server/calendar/import/imports.ts'
import { createRecentResults } from '#server/calendar/recent-results.ts'
import type { Clock } from '#server/platform/clock.ts'
import { createConcurrencyLimit } from '#server/platform/concurrency-limit.ts'
import type { Timers } from '#server/platform/timers.ts'
import type { Pool } from '#server/storage/storage.ts'

export type { ImportPlan, MonthFilter, PlannedRow, StoredEvent } from '#server/calendar/calendar-types.ts'
export { countsOf } from '#server/calendar/import/imports.ts'

export type Calendar = {
  /** At most 1,000. */
  readonly list: (filter: EventFilter) => Promise<EventList | 'busy'>
  /** Ascending by time; the latest 2,000 at most. */
  readonly marks: (filter: MarkFilter) => Promise<readonly EventMark[] | 'busy'>
  /** Pages of twenty, starting at 1. */
  readonly month: (filter: MonthFilter) => Promise<EventPage>
  // Changes are audited.
  readonly add: (event: CalendarEvent, editor: Editor) => Promise<EditResult>
  readonly change: (edit: EventEdit, editor: Editor) => Promise<EditResult>
  readonly remove: (edit: Omit<EventEdit, 'event'>, editor: Editor) => Promise<EditResult>
  /** Stores nothing. */
  readonly preview: (file: ImportFile) => Promise<PreviewResult>
  /** Makes the changes of a preview, all or none. `digest` is that of its plan. */
  readonly import: (file: ImportFile, digest: string, editor: Editor) => Promise<ImportResult>
}

const mostListed = 1000
const mostMarks = 2000
/** Kept in memory for later calls: months of a full calendar, and the marks of dozens of charts. */
const keptEvents = 10_000
const keptMarks = 50_000
/** Reads from the database for users. Visitors may ask for any number of ranges at once. */
const reads = { maxRunning: 2, maxQueued: 100 }

type CalendarParts = {
  readonly pool: Pool
  readonly clock: Clock
  readonly timers: Timers
  /** For tests. */
  readonly mostEvents?: number
}

export function createCalendar(calendarParts: CalendarParts): Calendar {
  const parts = { mostEvents, ...calendarParts }
  const { pool, clock } = parts
  const imports = createImports(parts)
  const reading = createConcurrencyLimit(reads)
  const lists = createRecentResults({
    clock,
    mostEntries: keptEvents,
    readResult: (filter: EventFilter) => reading.run(() => readEvents(pool, filter, mostListed + 1)),
  })
  const marks = createRecentResults({
    clock,
    mostEntries: keptMarks,
    readResult: (filter: MarkFilter) => reading.run(() => readMarks(pool, filter, mostMarks)),
  })
  async function invalidateAfter<Result>(change: Promise<Result>): Promise<Result> {
    const result = await change
    lists.forget()
    marks.forget()
    return result
  }
  return {
    async list(filter) {
      const found = await lists.read(filter)
      return found === 'busy' ? 'busy' : listOf(found, filter)
    },
    async marks(filter) {
      const found = await marks.read(filter)
      return found === 'busy' ? 'busy' : within(found, filter)
    },
    month: async (filter) => await readMonth(pool, filter),
    add: (event, editor) => invalidateAfter(addEvent(parts, event, editor)),
    change: (edit, editor) => invalidateAfter(changeEvent(parts, edit, editor)),
    remove: (edit, editor) => invalidateAfter(removeEvent(parts, edit, editor)),
    preview: imports.preview,
    import: (file, digest, editor) => invalidateAfter(imports.run(file, digest, editor)),
  }
}

/** One more than is listed was read, if there is one. */
function listOf(found: readonly StoredEvent[], range: EventRange): EventList {
  const next = found[mostListed]
  return {
    events: within(found.slice(0, mostListed), range),
    isCut: next !== undefined && next.timeMs < range.toMs,
  }
}

function within<Entry extends { readonly timeMs: number }>(
  entries: readonly Entry[],
  { fromMs, toMs }: EventRange,
): readonly Entry[] {
  return entries.filter(({ timeMs }) => timeMs >= fromMs && timeMs < toMs)
}
