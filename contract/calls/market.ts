import { Type } from 'typebox'
import { type AnswerOf, defineCall } from '#contract/call.ts'

const price = (description: string) => Type.Union([Type.Number({ description }), Type.Null()])

const tradeItem = Type.Object({
  Id: Type.Integer(),
  Code: Type.String({ description: 'Symbol used in socket topics: EURUSD' }),
  ShowCode: Type.String({ description: 'Symbol for display: EUR/USD' }),
  Name: Type.String({ description: 'Name in the language of the request' }),
  Logo: Type.String({ description: 'Path of an SVG on the web app’s origin' }),
  CategoryId: Type.Integer(),
  NameShowTrans: Type.String({ description: 'Name of the category' }),
  MarketStatus: Type.Integer({ description: '0 closed, 1 open, 2 open with stale prices' }),
  NextOpen: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Next opening of a closed market, epoch ms; null if unknown',
  }),
  PricePrecision: Type.Integer({ description: 'Number of decimals of a price' }),
  ForexQuotations: Type.Object(
    {
      Open: price('First bid of the last 24 hours'),
      Close: price('Latest bid'),
      Change: price('Change in percent, 2 decimals'),
    },
    { description: 'Figures of the 24 hours before the last quote' },
  ),
  Bid: price('Price of a sell'),
  Ask: price('Price of a buy'),
  High: price('Highest bid of the last 24 hours'),
  Low: price('Lowest bid of the last 24 hours'),
  Volume: Type.Integer({ description: 'Number of quotes in the last 24 hours' }),
  QuoteCurrency: Type.String(),
  Pip: Type.Number({ description: 'Lot step' }),
  ForexMinCont: Type.Number({ description: 'Minimum lots of an order' }),
  MaxCont: Type.Number({ description: 'Maximum lots of an order' }),
  ForexContNum: Type.Number({ description: 'Units per lot' }),
  ForexFeeRate: Type.Number({
    description: 'US dollars per lot or a share of the margin, depending on ForexFeeType',
  }),
  ForexFeeType: Type.Integer({ description: '1 fee per lot, otherwise a share of the margin' }),
  MarginMode: Type.Integer({ description: '1 fixed margin, otherwise by leverage' }),
  HasForexMultiple: Type.Array(Type.Object({ Value: Type.Integer() }), {
    description: 'Available leverages',
  }),
})

/** All markets with their terms and current figures. */
export const tradeList = defineCall({
  name: 'trade_list',
  group: 'Trading',
  summary: 'List markets with their terms and current prices',
  path: '/v1/api/forex/trade_list',
  verb: 'GET',
  changes: false,
  access: 'anyone',
  input: Type.Object({
    searchCurrency: Type.Optional(
      Type.String({ maxLength: 64, description: 'Part of a symbol or name, case-insensitive' }),
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
  summary: 'List market categories',
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
  Time: Type.Integer({ description: 'Start of the candle, epoch ms' }),
  Open: Type.Number(),
  High: Type.Number(),
  Low: Type.Number(),
  Close: Type.Number(),
  Volume: Type.Integer({ description: 'Number of quotes' }),
})

/** Candles of one market, oldest first, including the current one. */
export const kline = defineCall({
  name: 'kline',
  group: 'Trading',
  summary: 'Read candles of a market, oldest first',
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
        description: 'Only candles that start before this time, epoch ms',
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
