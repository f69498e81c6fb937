import { Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'
import { timestampField } from '#contract/calls/shared-fields.ts'

/** A time in epoch ms, or a whole day in UTC. */
const boundField = (description: string) =>
  Type.String({ pattern: '^(\\d{1,15}|\\d{4}-\\d{2}-\\d{2})$', description })

const rangeFields = {
  from: boundField('Epoch ms, or a day in UTC such as 2026-01-05'),
  to: boundField('Epoch ms, exclusive; or a day in UTC, inclusive'),
}

const currenciesField = Type.String({
  pattern: '^[A-Z]{3,5}(,[A-Z]{3,5}){0,9}$',
  description: 'Currencies, separated by commas, at most 10',
})
const importanceField = Type.Integer({
  minimum: 1,
  maximum: 3,
  default: 1,
  description: 'Only events of this importance or a higher one: 1 low, 2 medium, 3 high',
})

export const calendarList = defineCall({
  name: 'calendar_list',
  group: 'Content',
  summary: 'List events of the economic calendar within at most 35 days, earliest first',
  path: '/api/calendar/list',
  verb: 'GET',
  changes: false,
  access: 'anyone',
  input: Type.Object({
    ...rangeFields,
    currency: Type.Optional(currenciesField),
    importance: importanceField,
  }),
  answer: Type.Object({
    data: Type.Array(
      Type.Object({
        id: Type.Integer(),
        time: timestampField,
        is_all_day: Type.Integer({
          description: '1 if only the date is known; the time is noon in UTC of that date',
        }),
        country: Type.String({ description: 'ISO 3166 code, or EU' }),
        currency: Type.String(),
        importance: Type.Integer({ description: '1 low, 2 medium, 3 high' }),
        title: Type.String(),
        language: Type.String({ description: 'Language of the title' }),
        forecast: Type.String({ description: 'Empty if unknown' }),
        previous: Type.String({ description: 'Empty if unknown' }),
        actual: Type.String({ description: 'Empty until it is known' }),
      }),
    ),
    is_cut: Type.Integer({ description: '1 if later events were left out; at most 1,000 are listed' }),
  }),
})

export type CalendarListInput = InputOf<typeof calendarList>
export type CalendarListAnswer = AnswerOf<typeof calendarList>
export type CalendarItem = CalendarListAnswer['data'][number]

export const calendarMarks = defineCall({
  name: 'calendar_marks',
  group: 'Content',
  summary: 'List times of events that concern a market, within at most 400 days, for its chart',
  path: '/api/calendar/marks',
  verb: 'GET',
  changes: false,
  access: 'anyone',
  input: Type.Object({
    forex_id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    ...rangeFields,
    importance: importanceField,
    all_day: Type.Integer({
      minimum: 0,
      maximum: 1,
      default: 0,
      description: '1 for all-day events, too, which only daily candles can mark; their time is noon in UTC',
    }),
  }),
  answer: Type.Object({
    currencies: Type.String({ description: 'Currencies of the market, as calendar_list takes them' }),
    data: Type.Array(Type.Object({ time: timestampField, importance: Type.Integer() }), {
      description: 'One for each time, with the highest importance; at most 2,000, the latest',
    }),
  }),
})

export type CalendarMarksInput = InputOf<typeof calendarMarks>
export type CalendarMarksAnswer = AnswerOf<typeof calendarMarks>
