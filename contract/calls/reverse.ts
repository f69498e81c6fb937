import { Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'
import {
  decidedOrderFields,
  deviationField,
  orderIdField,
  seenFields,
  seenPriceField,
} from '#contract/calls/order-fields.ts'

/** All or nothing: when the other side cannot be opened, the order stays as it is. */
export const reverse = defineCall({
  name: 'reverse',
  group: 'Trading',
  summary: 'Close an open order and open the other side with the same lots and leverage',
  path: '/v1/api/forex/reverse',
  verb: 'POST',
  changes: true,
  keptBy: 'engine',
  access: 'user',
  input: Type.Object({
    id: orderIdField,
    price: seenPriceField,
    deviation: deviationField,
    ...seenFields,
  }),
  answer: Type.Object({
    ...decidedOrderFields.properties,
    Closed: decidedOrderFields,
  }),
})

export type ReverseInput = InputOf<typeof reverse>
export type ReverseAnswer = AnswerOf<typeof reverse>
