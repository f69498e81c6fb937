import { Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'

/**
 * What became of an order call whose answer was lost. A key that was never used is made unusable by asking, so that `never`
 * stays true: a request that arrives later is refused with `too_late`.
 */
export const outcomeOfKey = defineCall({
  name: 'outcome',
  group: 'Trading',
  summary: 'Find out what became of an order call whose answer was lost',
  path: '/v1/api/forex/outcome',
  verb: 'POST',
  changes: true,
  keptBy: 'engine',
  access: 'user',
  input: Type.Object({
    key: Type.String({
      minLength: 1,
      maxLength: 128,
      pattern: '^[\\w.:-]{8,128}$',
      description: 'The idempotency key of the lost call',
    }),
    seen_at: Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'The seen_at of the lost call, epoch ms; after 23 hours the answer is expired',
    }),
  }),
  answer: Type.Object({
    state: Type.Union([Type.Literal('decided'), Type.Literal('never'), Type.Literal('expired')], {
      description: 'never: nothing was done and nothing will be; expired: too long ago to say',
    }),
    outcome: Type.Optional(
      Type.Object(
        {
          code: Type.Integer({ description: '1 done, 0 refused' }),
          reason: Type.Union([Type.String(), Type.Null()]),
          msg: Type.String({ description: 'Why it was refused, in words; empty when it was done' }),
          data: Type.Unknown({
            description: 'What the lost call would have answered: its answer, or the data of its refusal',
          }),
        },
        { description: 'With decided: what the lost call would have answered' },
      ),
    ),
  }),
})

export type OutcomeInput = InputOf<typeof outcomeOfKey>
export type OutcomeAnswer = AnswerOf<typeof outcomeOfKey>
