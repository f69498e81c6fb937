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
  versionField,
} from '#contract/calls/shared-fields.ts'

export const fundsFields = {
  balance: moneyField,
  lock_balance: moneyField,
  profit: Type.String({ description: 'Floating profit of all open orders in US dollars, exact' }),
  net_value: moneyField,
  mid_net_value: Type.String({ description: 'Equity at mid prices; the margin level is computed from it' }),
  used_margin: moneyField,
  available: moneyField,
  prepayment_ratio: nullable(percentField),
  hazard_rate: nullable(percentField),
  QuoteSeq: quoteSeqField,
  Version: versionField,
}

export type FundsFields = Static<TObject<typeof fundsFields>>

export const getBalance = defineCall({
  name: 'get_balance',
  group: 'Trading',
  summary: 'Read equity, used margin and free margin of the account',
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
  summary: 'Read the balance and the amount locked for withdrawals',
  path: '/v1/api/main/account/forexDetail',
  verb: 'GET',
  changes: false,
  access: 'user',
  input: Type.Object({}),
  answer: Type.Object({
    balance: moneyField,
    lock_balance: moneyField,
    QuoteSeq: quoteSeqField,
    Version: versionField,
  }),
})

export const forexChange = defineCall({
  name: 'forex_change',
  group: 'Funds',
  summary: 'List all changes of the balance, newest first',
  path: '/v1/api/main/accountLog/forexChange',
  verb: 'GET',
  changes: false,
  access: 'user',
  input: Type.Object({
    page: { ...pageField, description: 'Page number, starting at 1' },
    limit: limitField,
    type: Type.Optional(
      Type.Integer({ enum: [1, 2, 3, 4, 5, 6, 7, 8, 10], description: 'Only changes of this Type' }),
    ),
    from: Type.Optional({ ...epochField, description: 'Only changes at or after this time, epoch ms' }),
    to: Type.Optional({ ...epochField, description: 'Only changes before this time, epoch ms' }),
  }),
  answer: Type.Object({
    data: Type.Array(
      Type.Object({
        Id: Type.Integer(),
        Value: Type.String({ description: 'US dollars, exact; negative if the balance decreased' }),
        Type: Type.Integer({
          description:
            '1 deposit, 2 withdrawal, 3 trade profit, 4 fee, 5 withdrawal returned, 6 write-off, 7 demo, ' +
            '8 copy trading, 10 adjustment by operators',
        }),
        Memo: Type.String({ description: 'Note of the operator; empty if there is none' }),
        MemoTran: Type.String({ description: 'Description in the language of the request' }),
        OrderId: Type.Union([Type.Integer(), Type.Null()]),
        CreatedAt: timestampField,
        CreatedAtTran: Type.String({
          description: 'CreatedAt formatted in the language of the request, UTC',
        }),
      }),
    ),
    total: Type.Integer({ description: 'Number of matching rows on all pages' }),
  }),
})

export type ForexChangeAnswer = AnswerOf<typeof forexChange>
export type LogRow = ForexChangeAnswer['data'][number]
export type ForexChangeInput = InputOf<typeof forexChange>

/** Ends all orders and resets the balance of a demo account. */
export const resetDemo = defineCall({
  name: 'reset_demo',
  group: 'Trading',
  summary: 'Close all orders of a demo account and reset its balance',
  path: '/v1/api/main/user/resetForexDemoAccount',
  verb: 'GET',
  changes: true,
  outcomeKeptBy: 'engine',
  access: 'user',
  input: Type.Object({}),
  answer: Type.Null(),
})
