import { Type } from 'typebox'
import { type AnswerOf, defineCall } from '#contract/call.ts'

export const mostCandles = 500

const klinePoint = Type.Object({
  Time: Type.Integer({ description: 'When the candle began, epoch ms' }),
  Open: Type.Number(),
  High: Type.Number(),
  Low: Type.Number(),
  Close: Type.Number(),
  Volume: Type.Integer({ description: 'Quotes in it' }),
})

/** The candles of one market, oldest first, the one in progress included. */
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
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: mostCandles })),
  }),
  answer: Type.Array(klinePoint),
})

export type KlineAnswer = AnswerOf<typeof kline>
export type KlinePoint = KlineAnswer[number]
