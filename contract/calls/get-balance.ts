import { Type } from 'typebox'
import { defineCall } from '#contract/call.ts'
import { fundsFields } from '#contract/calls/order-fields.ts'

export const getBalance = defineCall({
  name: 'get_balance',
  group: 'Trading',
  summary: 'Read what the own account comes to',
  path: '/v1/api/main/wallet/getBalance',
  verb: 'GET',
  changes: false,
  access: 'user',
  input: Type.Object({}),
  answer: Type.Object(fundsFields),
})
