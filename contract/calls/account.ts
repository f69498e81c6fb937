import { type Static, type TObject, Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'
import {
  epochField,
  limitField,
  moneyField,
  nullable,
  pageField,
  percentField,
  quoteSeqField,
  timestampField,
} from '#contract/calls/shared-fields.ts'

const ordersMarkField = Type.String({
  description: 'Another one whenever an order comes or goes, or its lots or stops change',
})

export const fundsFields = {
  balance: moneyField,
  lock_balance: moneyField,
  profit: Type.String({ description: 'Floating, of all open orders, US dollars, exact' }),
  net_value: moneyField,
  mid_net_value: Type.String({ description: 'Net value at mid prices, which the risk rate is counted on' }),
  used_margin: moneyField,
  available: moneyField,
  prepayment_ratio: nullable(percentField),
  hazard_rate: nullable(percentField),
  QuoteSeq: quoteSeqField,
  OrdersMark: ordersMarkField,
}

export type FundsFields = Static<TObject<typeof fundsFields>>

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

export const forexChange = defineCall({
  name: 'forex_change',
  group: 'Funds',
  summary: 'Read every change of the own balance, newest first',
  path: '/v1/api/main/accountLog/forexChange',
  verb: 'GET',
  changes: false,
  access: 'user',
  input: Type.Object({
    page: { ...pageField, description: 'From 1' },
    limit: limitField,
    type: Type.Optional(
      Type.Integer({ enum: [1, 2, 3, 4, 5, 6, 7, 8, 10], description: 'Only changes of this Type' }),
    ),
    from: Type.Optional({ ...epochField, description: 'Only what came at this moment or later, epoch ms' }),
    to: Type.Optional({ ...epochField, description: 'Only what came before this moment, epoch ms' }),
  }),
  answer: Type.Object({
    data: Type.Array(
      Type.Object({
        Id: Type.Integer(),
        Value: Type.String({ description: 'US dollars, exact; below zero for what left the balance' }),
        Type: Type.Integer({
          description:
            '1 deposit, 2 withdrawal, 3 trade profit, 4 fee, 5 withdrawal returned, 6 write-off, 7 demo, ' +
            '8 copy trading, 10 adjustment by operators',
        }),
        Memo: Type.String({ description: 'What an operator wrote; empty otherwise' }),
        MemoTran: Type.String({ description: 'What it was, in the language of the caller' }),
        OrderId: Type.Union([Type.Integer(), Type.Null()]),
        CreatedAt: timestampField,
        CreatedAtTran: Type.String({ description: 'The same moment in the language of the caller, UTC' }),
      }),
    ),
    total: Type.Integer({ description: 'Over all pages of what was asked for' }),
  }),
})

export type ForexChangeAnswer = AnswerOf<typeof forexChange>
export type LogRow = ForexChangeAnswer['data'][number]
export type ForexChangeInput = InputOf<typeof forexChange>

/** Ends all orders and resets the balance of a demo account. */
export const resetDemo = defineCall({
  name: 'reset_demo',
  group: 'Trading',
  summary: 'Start the own demo account afresh',
  path: '/v1/api/main/user/resetForexDemoAccount',
  verb: 'GET',
  changes: true,
  outcomeKeptBy: 'engine',
  access: 'user',
  input: Type.Object({}),
  answer: Type.Null(),
})
