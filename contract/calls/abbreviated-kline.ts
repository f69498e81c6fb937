import { Type } from 'typebox'
import { type AnswerOf, defineCall } from '#contract/call.ts'

/** The small charts: about 48 closes of the last 24 hours of each market, oldest first. */
export const abbreviatedKline = defineCall({
  name: 'abbreviated_cache_kline',
  group: 'Trading',
  summary: 'Read the small charts of many markets at once',
  path: '/v1/api/forex/abbreviated_cache_kline',
  verb: 'GET',
  changes: false,
  access: 'anyone',
  input: Type.Object({
    forex_id: Type.Optional(
      Type.String({
        maxLength: 2000,
        pattern: '^\\d{1,9}(,\\d{1,9})*$',
        description: 'Ids separated by commas; all markets when left out',
      }),
    ),
  }),
  answer: Type.Record(Type.String(), Type.Array(Type.Number())),
})

export type AbbreviatedKlineAnswer = AnswerOf<typeof abbreviatedKline>
