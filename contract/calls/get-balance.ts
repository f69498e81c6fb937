import { Type } from 'typebox'
import { type AnswerOf, defineCall } from '#contract/call.ts'
import { fundsFields, moneyField } from '#contract/calls/order-fields.ts'

export const getBalance = defineCall({
  name: 'get_balance',
  group: 'Trading',
  summary: 'Read what the own account comes to',
  path: '/v1/api/main/wallet/getBalance',
  verb: 'GET',
  changes: false,
  access: 'user',
  input: Type.Object({}),
  answer: Type.Object({ ...fundsFields, lock_balance: moneyField, profit: moneyField }),
})

export type GetBalanceAnswer = AnswerOf<typeof getBalance>
