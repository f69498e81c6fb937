import { Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'
import { epochField, limitField, pageField } from '#contract/calls/account-fields.ts'
import { fundsFields, orderFields, orderIdField } from '#contract/calls/order-fields.ts'

/** Orders, totals and balance are of one state of the database and one of the prices. */
export const myDeal = defineCall({
  name: 'my_deal',
  group: 'Trading',
  summary: 'Read the own orders, newest first',
  path: '/v1/api/forex/my_deal',
  verb: 'GET',
  changes: false,
  access: 'user',
  input: Type.Object({
    status: Type.Integer({ enum: [0, 1, 3], default: 1, description: '1 holding, 0 pending, 3 history' }),
    page: { ...pageField, description: 'From 1' },
    limit: limitField,
    id: Type.Optional({
      ...orderIdField,
      description:
        'Only the own order with this Id, whatever its status; the other filters count for nothing then',
    }),
    forex_id: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'Only orders of this market' }),
    ),
    from: Type.Optional({
      ...epochField,
      description: 'Only what ended at this moment or later, epoch ms; counts in history alone',
    }),
    to: Type.Optional({
      ...epochField,
      description: 'Only what ended before this moment, epoch ms; counts in history alone',
    }),
  }),
  answer: Type.Object({
    data: Type.Array(orderFields),
    total: Type.Integer({ description: 'Over all pages of what was asked for' }),
    all_fact_profits: Type.String({
      description:
        'Over all pages of what was asked for, US dollars, exact: floating, realised, or zero while pending',
    }),
    ...fundsFields,
  }),
})

export type MyDealInput = InputOf<typeof myDeal>
export type MyDealAnswer = AnswerOf<typeof myDeal>
