import { Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'
import { decidedOrderFields, orderIdField, seenFields } from '#contract/calls/order-fields.ts'

export const mostClosedAtOnce = 500

/** Each order is closed or refused by itself; all are decided on the same prices. */
export const closeMany = defineCall({
  name: 'close_many',
  group: 'Trading',
  summary: 'Close several open orders at once',
  path: '/v1/api/forex/close_many',
  verb: 'POST',
  changes: true,
  keptBy: 'engine',
  access: 'user',
  input: Type.Object({
    ids: Type.Union(
      [
        Type.Array(orderIdField, { minItems: 1, maxItems: mostClosedAtOnce }),
        Type.String({ maxLength: 8500, pattern: '^[1-9]\\d{0,14}(,[1-9]\\d{0,14}){0,499}$' }),
      ],
      { description: 'The Ids of open orders: a list, or text separated by commas; at most 500' },
    ),
    ...seenFields,
  }),
  answer: Type.Object({
    results: Type.Array(
      Type.Object({
        Id: orderIdField,
        code: Type.Integer({ description: '1 closed, 0 refused' }),
        reason: Type.Union([Type.String(), Type.Null()], { description: 'Why it was refused' }),
        order: Type.Union([decidedOrderFields, Type.Null()], { description: 'The closed order' }),
      }),
      {
        description:
          'One for each id, in the order in which they were sent; told by `outcome`: those closed first',
      },
    ),
  }),
})

export type CloseManyInput = InputOf<typeof closeMany>
export type CloseManyAnswer = AnswerOf<typeof closeMany>
