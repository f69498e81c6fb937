// Answers and pushes for a user with a demo account, in wire format.
import type { ExtraData } from '#bench/home/wire-server.ts'
import type { KlinePoint } from '#contract/calls/market.ts'
import type { BasicInfoAnswer } from '#contract/calls/settings.ts'
import { klineTopic, ownTradesTopic } from '#contract/live.ts'
import { demoUser, fundsOf, noOrdersOf, ordersPath } from '#test/browser/account/account-phones.ts'
import { tradePush } from '#test/browser/orders/order-phones.ts'

const minuteMs = 60_000
const candles = 300

const settings: BasicInfoAnswer = {
  service_link: '',
  service_link_type: 1,
  verify_reg_type: 1,
  trade_fee_type: 1,
  simulated_prices: 1,
  real_trades: 1,
}

export function createTrader(code: string, price: number): ExtraData {
  const funds = fundsOf('100000.000000')
  const startMs = Math.floor(Date.now() / minuteMs) * minuteMs - candles * minuteMs
  let pushes = 0
  const candle = (at: number): KlinePoint => ({
    Time: startMs + at * minuteMs,
    Open: price,
    High: price * 1.001,
    Low: price * 0.999,
    Close: price * (1 + 0.0005 * Math.sin(at + pushes)),
    Volume: 100 + pushes,
  })
  return {
    calls: {
      '/api/user/info': () => demoUser,
      '/api/basicSet/getBasicInfo': () => settings,
      '/v1/api/forex/kline': () => Array.from({ length: candles }, (_, at) => candle(at)),
      [ordersPath]: () => noOrdersOf(funds),
    },
    pushes: {
      [ownTradesTopic]: () => {
        pushes += 1
        const [balance, available] = [`${100_000 + (pushes % 50)}.000000`, `${99_000 + (pushes % 50)}.000000`]
        return tradePush({ QuoteSeq: 1 + pushes, Balance: balance, Available: available }, funds)
      },
      [klineTopic(code, '1min')]: () => candle(candles),
    },
  }
}
