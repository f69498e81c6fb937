import { reverse } from '#contract/calls/trading.ts'
import { reversedToWire } from '#contract/decided-wire.ts'
import { answered } from '#contract/outcome.ts'
import { tappedFromWire, typedOrNone } from '#contract/ticket-from-wire.ts'
import { answerOfEngine, orderPair } from '#server/api/answer-of-engine.ts'
import { createMarketOf, type TradingParts } from '#server/api/trading-parts.ts'
import { type Route, userRoute } from '#server/gateway/gateway.ts'

export function reverseOrder({ accounts, engine, marketData }: TradingParts): Route {
  const marketOf = createMarketOf(marketData)
  return userRoute(reverse, accounts.identify, async (input, user, { language, repeat }) => {
    const { id, price, deviation = 0 } = input
    const seen = typedOrNone(price)
    const request = { kind: 'reverse_order', orderId: id, seen, deviation, ...tappedFromWire(input) } as const
    return answerOfEngine(await engine.ask(user, request, repeat), (orders) => {
      const [opened, closed] = orderPair(orders)
      return answered(
        reversedToWire(opened, closed, marketOf(opened.marketId), language),
        'done.order_reversed',
      )
    })
  })
}
