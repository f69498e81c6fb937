import { Type } from 'typebox'
import { defineCall } from '#contract/call.ts'
import { pageField } from '#contract/calls/account-fields.ts'
import { fundsFields, orderFields } from '#contract/calls/order-fields.ts'

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
    page: pageField,
  }),
  answer: Type.Object({
    data: Type.Array(orderFields),
    total: Type.Integer(),
    all_fact_profits: Type.String({ description: 'Over the whole tab, US dollars, exact' }),
    ...fundsFields,
  }),
})
