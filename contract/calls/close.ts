import { Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'
import {
  decidedOrderFields,
  orderFields,
  orderIdField,
  seenFields,
  typedField,
} from '#contract/calls/order-fields.ts'

/** Closes an open order or a part of it. The part that is closed is answered; what stays open is its `Rest`. */
export const close = defineCall({
  name: 'close',
  group: 'Trading',
  summary: 'Close an open order, or a part of it',
  path: '/v1/api/forex/close',
  verb: 'GET',
  changes: true,
  keptBy: 'engine',
  access: 'user',
  input: Type.Object({
    id: orderIdField,
    cont: Type.Optional(typedField('Lots to close; all of them when left out or empty')),
    ...seenFields,
  }),
  answer: Type.Object({
    ...decidedOrderFields.properties,
    Rest: Type.Union([orderFields, Type.Null()], { description: 'What is still open of it' }),
  }),
})

export type CloseAnswer = AnswerOf<typeof close>
export type CloseInput = InputOf<typeof close>
