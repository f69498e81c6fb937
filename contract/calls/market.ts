import { Type } from 'typebox'
import { type AnswerOf, defineCall } from '#contract/call.ts'

const price = (description: string) => Type.Union([Type.Number({ description }), Type.Null()])

const tradeItem = Type.Object({
  Id: Type.Integer(),
  Code: Type.String({ description: 'What topics name: EURUSD' }),
  ShowCode: Type.String({ description: 'For people: EUR/USD' }),
  Name: Type.String({ description: 'In the language of the caller' }),
  Logo: Type.String({ description: 'An SVG, from the root of the web app' }),
  CategoryId: Type.Integer(),
  NameShowTrans: Type.String({ description: 'The name of the category' }),
  MarketStatus: Type.Integer({ description: '0 closed, 1 open, 2 open but its prices are stale' }),
  NextOpen: Type.Union([Type.Integer(), Type.Null()], {
    description: 'While closed: when it opens next, epoch ms, where that is known',
  }),
  PricePrecision: Type.Integer({ description: 'Decimals of a price' }),
  ForexQuotations: Type.Object(
    {
      Open: price('The first bid of the last 24 hours'),
      Close: price('The newest bid'),
      Change: price('In percent, 2 decimals'),
    },
    { description: 'Over the 24 hours that end at the last quote' },
  ),
  Bid: price('What it can be sold for'),
  Ask: price('What it can be bought for'),
  High: price('Highest bid of the 24 hours'),
  Low: price('Lowest bid of the 24 hours'),
  Volume: Type.Integer({ description: 'Quotes in the 24 hours' }),
  QuoteCurrency: Type.String(),
  Pip: Type.Number({ description: 'The lot step' }),
  ForexMinCont: Type.Number({ description: 'Least lots' }),
  MaxCont: Type.Number({ description: 'Most lots' }),
  ForexContNum: Type.Number({ description: 'Units per lot' }),
  ForexFeeRate: Type.Number({
    description: 'USD per lot, or a share of the margin, by ForexFeeType',
  }),
  ForexFeeType: Type.Integer({ description: '1 the fee is per lot, else a share of the margin' }),
  MarginMode: Type.Integer({ description: '1 fixed, otherwise by leverage' }),
  HasForexMultiple: Type.Array(Type.Object({ Value: Type.Integer() }), {
    description: 'The leverages on offer',
  }),
})

/** All markets with their terms and current figures. */
export const tradeList = defineCall({
  name: 'trade_list',
  group: 'Trading',
  summary: 'List the markets',
  path: '/v1/api/forex/trade_list',
  verb: 'GET',
  changes: false,
  access: 'anyone',
  input: Type.Object({
    searchCurrency: Type.Optional(
      Type.String({ maxLength: 64, description: 'Part of a code or a name, in any case' }),
    ),
  }),
  answer: Type.Array(tradeItem),
})

export type TradeListAnswer = AnswerOf<typeof tradeList>
export type TradeItem = TradeListAnswer[number]

/** Market categories in display order. */
export const categories = defineCall({
  name: 'categories',
  group: 'Trading',
  summary: 'List the categories of markets',
  path: '/v1/api/forex/getCategories',
  verb: 'GET',
  changes: false,
  access: 'anyone',
  input: Type.Object({}),
  answer: Type.Array(Type.Object({ Id: Type.Integer(), NameShowTrans: Type.String() })),
})

export type CategoriesAnswer = AnswerOf<typeof categories>

export const maxCandles = 500

const klinePoint = Type.Object({
  Time: Type.Integer({ description: 'When the candle began, epoch ms' }),
  Open: Type.Number(),
  High: Type.Number(),
  Low: Type.Number(),
  Close: Type.Number(),
  Volume: Type.Integer({ description: 'Quotes in it' }),
})

/** Candles of one market, oldest first, including the current one. */
export const kline = defineCall({
  name: 'kline',
  group: 'Trading',
  summary: 'Read candles',
  path: '/v1/api/forex/kline',
  verb: 'GET',
  changes: false,
  access: 'anyone',
  input: Type.Object({
    forex_id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
    period: Type.Enum(['1min', '5min', '15min', '30min', '60min', '1day']),
    before: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 8_640_000_000_000_000,
        description: 'Only candles that began before this, epoch ms',
      }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxCandles })),
  }),
  answer: Type.Array(klinePoint),
})

export type KlineAnswer = AnswerOf<typeof kline>
export type KlinePoint = KlineAnswer[number]

/** Sparklines: about 48 closes of the last 24 hours of each market, oldest first. */
export const abbreviatedKline = defineCall({
  name: 'abbreviated_cache_kline',
  group: 'Trading',
  summary: 'Read the small charts of many markets at once',
  path: '/v1/api/forex/abbreviated_cache_kline',
  verb: 'GET',
  changes: false,
  access: 'anyone',
  input: Type.Object({
    forex_id: Type.Optional(
      Type.String({
        maxLength: 2000,
        pattern: '^\\d{1,9}(,\\d{1,9})*$',
        description: 'Ids separated by commas; all markets when left out',
      }),
    ),
  }),
  answer: Type.Record(Type.String(), Type.Array(Type.Number())),
})

export type AbbreviatedKlineAnswer = AnswerOf<typeof abbreviatedKline>
