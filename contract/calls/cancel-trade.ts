import { Type } from 'typebox'
import { defineCall } from '#contract/call.ts'
import { decidedOrderFields, orderIdField } from '#contract/calls/order-fields.ts'

export const cancelTrade = defineCall({
  name: 'cancel_trade',
  group: 'Trading',
  summary: 'Cancel a pending order',
  path: '/v1/api/forex/cancel_trade',
  verb: 'GET',
  changes: true,
  keptBy: 'engine',
  access: 'user',
  input: Type.Object({ id: orderIdField }),
  answer: decidedOrderFields,
})
