import type { CalendarEvent, EventProblem, Importance } from '#core/calendar/calendar-event.ts'
import type { FileFault } from '#core/calendar/import-limits.ts'

export type StoredEvent = CalendarEvent & {
  readonly id: number
  /** Empty for an event entered at the console. */
  readonly source: string
  readonly uid: string | null
  readonly revision: number
}

/** The operator who makes a change, and their address, for the audit log. */
export type Editor = {
  readonly operator: { readonly operatorId: number; readonly email: string }
  readonly address: string
}

export type EventRange = { readonly fromMs: number; readonly toMs: number }

export type EventFilter = EventRange & {
  /** Undefined for all. */
  readonly currencies: readonly string[] | undefined
  /** This or a higher one. */
  readonly importance: Importance
}

export type MarkFilter = EventFilter & {
  /** Whether all-day events are marked, too. Their time is noon in UTC. */
  readonly withAllDay: boolean
}

/** Ascending by time. `isCut` if later events were left out. */
export type EventList = { readonly events: readonly StoredEvent[]; readonly isCut: boolean }

export type EventMark = { readonly timeMs: number; readonly importance: Importance }

export type EventPage = { readonly events: readonly StoredEvent[]; readonly total: number }

export type MonthFilter = {
  /** Of events at a time. */
  readonly times: EventRange
  /** Of all-day events, which are at noon in UTC. */
  readonly days: EventRange
  readonly importance: Importance
  /** Empty for all. */
  readonly currency: string
  /** Part of a title; empty for all. */
  readonly search: string
  readonly page: number
}

export type EditResult =
  | { readonly kind: 'saved'; readonly event: StoredEvent }
  | { readonly kind: 'refused'; readonly reason: 'not_found' | 'changed_meanwhile' | 'events_limit' }

export type ImportFile = { readonly text: string; readonly zone: string; readonly source: string }

/** Of a field of an event, or of the file: `problem` names a fault or a warning. */
export type ImportProblem = { readonly field: string; readonly problem: string; readonly text: string }

export type FileProblem = ImportProblem & { readonly problem: FileFault }

/** An entry of a file, as read by the worker. */
export type ImportRow = {
  readonly line: number
  readonly title: string
  readonly country: string
  readonly currency: string
  /** Identifies the event within its source. */
  readonly uid: string
  /** Undefined if the row is faulty. */
  readonly event: CalendarEvent | undefined
  readonly problems: readonly (ImportProblem | EventProblem)[]
  readonly warnings: readonly ImportProblem[]
}

export type FileReading = {
  readonly format: 'csv' | 'ical'
  readonly fileProblems: readonly FileProblem[]
  readonly rows: readonly ImportRow[]
}

export type FieldChange = { readonly field: string; readonly from: string; readonly to: string }

export type PlannedRow = Omit<ImportRow, 'problems'> & {
  readonly problems: readonly ImportProblem[]
  readonly state: 'faulty' | 'changed' | 'added' | 'unchanged'
  /** The event that is stored. */
  readonly stored: StoredEvent | undefined
  readonly changes: readonly FieldChange[]
}

export type ImportPlan = {
  readonly format: 'csv' | 'ical'
  readonly sha256: string
  /** Identifies the file, its options and everything that would be changed. */
  readonly digest: string
  readonly fileProblems: readonly FileProblem[]
  readonly rows: readonly PlannedRow[]
}

export type ImportCounts = { readonly added: number; readonly changed: number; readonly unchanged: number }

export type PreviewResult =
  | { readonly kind: 'previewed'; readonly plan: ImportPlan }
  | { readonly kind: 'refused'; readonly reason: 'busy' }

export type ImportResult =
  | { readonly kind: 'imported'; readonly counts: ImportCounts }
  | {
      readonly kind: 'refused'
      readonly reason: 'busy' | 'changed_meanwhile' | 'events_limit' | 'import_faulty'
    }
