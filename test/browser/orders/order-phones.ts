// Phones of a user with orders: lists, account and prices are stubbed.

import type { Request } from 'playwright-core'
import type { FundsFields } from '#contract/calls/account.ts'
import type { TradeListAnswer } from '#contract/calls/market.ts'
import type { OrderFields } from '#contract/calls/order-fields.ts'
import type { MyDealAnswer } from '#contract/calls/trading.ts'
import type { AccountPush, OrderRow, QuoteRow } from '#contract/live.ts'
import {
  type AccountPhone,
  demoUser,
  fundsOf,
  ordersPath,
  type PhoneOptions,
  setUpAccountPhones,
} from '#test/browser/account/account-phones.ts'
import type { StubbedCalls } from '#test/browser/account/stub-calls.ts'
import { pushOf } from '#test/wire/account-fixtures.ts'

/** The state of the stubbed server, which a test may change while the page is open. */
export type StubbedAccount = {
  open: readonly OrderFields[]
  pending: readonly OrderFields[]
  over: readonly OrderFields[]
  funds: FundsFields
}

export type OrderPhone = AccountPhone & { readonly account: StubbedAccount }

export type OrderPhones = {
  readonly open: (
    path: string,
    account?: Partial<StubbedAccount>,
    more?: { readonly calls?: StubbedCalls; readonly phoneOptions?: PhoneOptions },
  ) => Promise<OrderPhone>
}

/** Funds of an account with half a lot of EUR/USD. */
export const someFunds: FundsFields = {
  ...fundsOf('100000.000000'),
  profit: '214.630000',
  net_value: '100214.630000',
  mid_net_value: '100216.630000',
  used_margin: '1538.400000',
  available: '98676.230000',
  prepayment_ratio: '1.54',
  hazard_rate: '6514.34',
  Version: 1,
}

/** Call once at the top of a test file. A test fails if a page reported an unexpected problem. */
export function setUpOrderPhones(): OrderPhones {
  const phones = setUpAccountPhones()
  return {
    async open(path, changed = {}, { calls = {}, phoneOptions = {} } = {}) {
      const account: StubbedAccount = { open: [], pending: [], over: [], funds: someFunds, ...changed }
      const phone = await phones.open(
        path,
        {
          '/api/user/info': demoUser,
          '/v1/api/forex/trade_list': someMarkets,
          [ordersPath]: (request: Request) => answerOrders(account, request),
          ...calls,
        },
        phoneOptions,
      )
      return { ...phone, account }
    },
  }
}

function answerOrders(account: StubbedAccount, request: Request): MyDealAnswer {
  const asked = new URL(request.url()).searchParams
  const found = ordersAsked(account, asked)
  const page = Number(asked.get('page') ?? 1)
  const limit = Number(asked.get('limit') ?? 20)
  return {
    data: found.slice((page - 1) * limit, page * limit),
    total: found.length,
    all_fact_profits: sumOf(found),
    ...account.funds,
  }
}

function ordersAsked({ open, pending, over }: StubbedAccount, asked: URLSearchParams) {
  const id = asked.get('id')
  if (id !== null) return [...open, ...pending, ...over].filter((order) => order.Id === Number(id))
  const status = asked.get('status')
  if (status !== '3') return status === '0' ? pending : open
  const from = Number(asked.get('from') ?? 0)
  const to = Number(asked.get('to') ?? Number.MAX_SAFE_INTEGER)
  return over.filter(({ CompleteTime }) => {
    const endedMs = Date.parse(CompleteTime ?? '')
    return from <= endedMs && endedMs < to
  })
}

/** Adds up the profits in micro-dollars, to stay exact. */
function sumOf(orders: readonly OrderFields[]): string {
  const micros = orders.reduce((sum, order) => sum + BigInt(order.FactProfits.replace('.', '')), 0n)
  const digits = String(micros < 0n ? -micros : micros).padStart(7, '0')
  return `${micros < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`
}

/** The push of an account with these funds. */
export function tradePush(
  { QuoteSeq, ...changed }: { readonly QuoteSeq: number } & Partial<AccountPush>,
  funds: FundsFields = someFunds,
): AccountPush {
  return pushOf({ ...funds, QuoteSeq }, changed)
}

export const figuresRow = (Id: number, UpdatePrice: string, FactProfits: string): OrderRow => ({
  Id,
  UpdatePrice,
  FactProfits,
})

/** A quote of EUR/USD in its wire format. */
export const quoteRow = (Bid: number, Ask: number, changed: Partial<QuoteRow> = {}): QuoteRow => ({
  Id: 101,
  Code: 'EURUSD',
  Close: Bid,
  Open: 1.08,
  Bid,
  Ask,
  Change: 0.31,
  High: 1.09,
  Low: 1.07,
  Volume: 48_210,
  MarketStatus: 1,
  ...changed,
})

export const someMarkets: TradeListAnswer = [
  {
    Id: 101,
    Code: 'EURUSD',
    ShowCode: 'EUR/USD',
    Name: 'Euro / US Dollar',
    Logo: '/logos/EURUSD.svg',
    CategoryId: 1,
    NameShowTrans: 'Forex',
    MarketStatus: 1,
    NextOpen: null,
    PricePrecision: 5,
    ForexQuotations: { Open: 1.08, Close: 1.08427, Change: 0.31 },
    Bid: 1.08427,
    Ask: 1.08435,
    High: 1.09,
    Low: 1.07,
    Volume: 48_210,
    Pip: 0.01,
    ForexMinCont: 0.01,
    MaxCont: 100,
    ForexContNum: 100_000,
    ForexFeeRate: 6,
    ForexFeeType: 1,
    MarginMode: 2,
    HasForexMultiple: [{ Value: 100 }],
    QuoteCurrency: 'USD',
  },
]
