import { Type } from 'typebox'
import { defineCall } from '#contract/call.ts'
import { moneyField } from '#contract/calls/order-fields.ts'

export const forexDetail = defineCall({
  name: 'forex_detail',
  group: 'Funds',
  summary: 'Read the balance and what is locked for withdrawals',
  path: '/v1/api/main/account/forexDetail',
  verb: 'GET',
  changes: false,
  access: 'user',
  input: Type.Object({}),
  answer: Type.Object({ balance: moneyField, lock_balance: moneyField }),
})
