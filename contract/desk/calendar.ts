import { Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'
import { idField, pageField, textField } from '#contract/desk/shared-fields.ts'
import { eventLimits } from '#core/calendar/calendar-event.ts'
import { largestFileBytes } from '#core/calendar/import-limits.ts'

// Events of the economic calendar. Times are entered with a zone of their own, or in a zone that the call names.

const group = 'Operator console'

const titlesField = Type.Record(Type.String(), Type.String(), { description: 'Titles by language' })

/** The server refuses a time at which the month begins in no time zone. */
const boundField = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description }))

const eventFields = {
  time: Type.String({ description: 'ISO 8601, UTC' }),
  is_all_day: Type.Integer({ description: '1 if only the date is known; the time is noon in UTC' }),
  country: Type.String(),
  currency: Type.String(),
  importance: Type.Integer(),
  forecast: Type.String(),
  previous: Type.String(),
  actual: Type.String(),
  titles: titlesField,
}

const deskEvent = Type.Object({
  id: Type.Integer(),
  ...eventFields,
  source: Type.String({ description: 'Name of the import; empty for an event entered at the console' }),
  revision: Type.Integer({ description: 'For desk_save_event and desk_remove_event' }),
})

export const deskCalendar = defineCall({
  name: 'desk_calendar',
  group,
  summary: 'List events of the economic calendar of one month, earliest first',
  path: '/desk/api/calendar/list',
  verb: 'GET',
  changes: false,
  access: ['content', 'viewer'],
  input: Type.Object({
    month: Type.String({
      pattern: '^20\\d{2}-(0[1-9]|1[0-2])$',
      description: 'Such as 2026-01. All-day events are listed in the month of their date',
    }),
    from: boundField('When the month begins in the time zone of the operator, in epoch ms; in UTC if absent'),
    to: boundField('When the next month begins there, exclusive; in UTC if absent'),
    importance: Type.Integer({ minimum: 1, maximum: 3, default: 1, description: 'This or a higher one' }),
    currency: Type.Optional(Type.String({ pattern: '^([A-Z]{3,5})?$' })),
    search: Type.Optional(textField(100, 'Part of a title in any language')),
    page: pageField,
  }),
  answer: Type.Object({ data: Type.Array(deskEvent), total: Type.Integer() }),
})

export type DeskCalendarInput = InputOf<typeof deskCalendar>
export type DeskCalendarAnswer = AnswerOf<typeof deskCalendar>
export type DeskEvent = DeskCalendarAnswer['data'][number]

export const deskSaveEvent = defineCall({
  name: 'desk_save_event',
  group,
  summary: 'Add an event to the economic calendar, or change one (audited)',
  path: '/desk/api/calendar/save',
  verb: 'POST',
  changes: true,
  access: ['content'],
  input: Type.Object({
    id: Type.Optional({ ...idField, description: 'Absent to add one' }),
    revision: Type.Integer({
      minimum: 0,
      maximum: 2_147_483_647,
      default: 0,
      description:
        'The revision that the operator saw; refused with changed_meanwhile if there is a newer one',
    }),
    time: textField(40, 'ISO 8601; a date alone is an all-day event'),
    zone: textField(eventLimits.zone, 'IANA time zone of a time that has none, such as Europe/London'),
    country: textField(8, 'ISO 3166 code, or EU'),
    currency: textField(8, 'That of the country if empty'),
    importance: Type.Integer({ minimum: 1, maximum: 3 }),
    forecast: textField(eventLimits.value * 2),
    previous: textField(eventLimits.value * 2),
    actual: textField(eventLimits.value * 2),
    titles: textField(8000, 'JSON object of titles by language'),
  }),
  answer: deskEvent,
})

export type DeskSaveEventInput = InputOf<typeof deskSaveEvent>

export const deskRemoveEvent = defineCall({
  name: 'desk_remove_event',
  group,
  summary: 'Remove an event from the economic calendar (audited)',
  path: '/desk/api/calendar/remove',
  verb: 'POST',
  changes: true,
  access: ['content'],
  input: Type.Object({ id: idField, revision: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }) }),
  answer: Type.Object({}),
})

export type DeskRemoveEventInput = InputOf<typeof deskRemoveEvent>

const fileFields = {
  text: textField(largestFileBytes, 'The whole CSV or iCalendar file'),
  zone: textField(eventLimits.zone, 'IANA time zone of times that have none'),
  source: Type.String({
    pattern: '^[A-Za-z0-9][A-Za-z0-9 ._-]{0,39}$',
    description: 'Name of the source. The same event of the same source is changed, not added again',
  }),
}

const problemFields = Type.Object({
  field: Type.String(),
  problem: Type.String({ description: 'Name of a fault or warning' }),
  text: Type.String({ description: 'As written, shortened' }),
})

export const deskPreviewImport = defineCall({
  name: 'desk_preview_import',
  group,
  summary: 'Read a file of events and tell what its import would change; nothing is stored',
  path: '/desk/api/calendar/preview_import',
  verb: 'POST',
  changes: false,
  hasLargeBody: true,
  access: ['content'],
  input: Type.Object(fileFields),
  answer: Type.Object({
    format: Type.Enum(['csv', 'ical']),
    sha256: Type.String({ description: 'Of the file' }),
    plan: Type.String({ description: 'Identifies what would be changed, for desk_import_events' }),
    added: Type.Integer(),
    changed: Type.Integer(),
    unchanged: Type.Integer(),
    faulty: Type.Integer(),
    file_problems: Type.Array(problemFields, { description: 'Why the file as a whole cannot be imported' }),
    rows: Type.Array(
      Type.Object({
        state: Type.Enum(['faulty', 'changed', 'added', 'unchanged']),
        line: Type.Integer({ description: 'Line of the file, from 1' }),
        title: Type.String(),
        time: Type.String({ description: 'ISO 8601, UTC; empty if it cannot be read' }),
        is_all_day: Type.Integer(),
        country: Type.String(),
        currency: Type.String(),
        importance: Type.Integer({ description: '0 if it cannot be read' }),
        problems: Type.Array(problemFields),
        warnings: Type.Array(problemFields),
        changes: Type.Array(Type.Object({ field: Type.String(), from: Type.String(), to: Type.String() })),
      }),
      { description: 'At most 300: faulty ones first, then those with warnings, changed and added ones' },
    ),
  }),
})

export type DeskPreviewImportInput = InputOf<typeof deskPreviewImport>
export type DeskPreviewImportAnswer = AnswerOf<typeof deskPreviewImport>
export type DeskImportRow = DeskPreviewImportAnswer['rows'][number]

export const deskImportEvents = defineCall({
  name: 'desk_import_events',
  group,
  summary:
    'Import a file as it was previewed, completely or not at all (audited). Refused if it would now change something else',
  path: '/desk/api/calendar/import',
  verb: 'POST',
  changes: true,
  hasLargeBody: true,
  access: ['content'],
  input: Type.Object({
    ...fileFields,
    plan: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'From desk_preview_import' }),
  }),
  answer: Type.Object({ added: Type.Integer(), changed: Type.Integer(), unchanged: Type.Integer() }),
})

export type DeskImportEventsInput = InputOf<typeof deskImportEvents>
export type DeskImportEventsAnswer = AnswerOf<typeof deskImportEvents>
