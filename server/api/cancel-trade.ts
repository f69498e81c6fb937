import { cancelTrade } from '#contract/calls/trading.ts'
import { decidedToWire } from '#contract/decided-wire.ts'
import { answered } from '#contract/outcome.ts'
import { answerOfEngine, soleOrder } from '#server/api/answer-of-engine.ts'
import { createMarketOf, type TradingParts } from '#server/api/trading-parts.ts'
import { type Route, userRoute } from '#server/gateway/gateway.ts'

export function cancelOrder({ accounts, engine, marketData }: TradingParts): Route {
  const marketOf = createMarketOf(marketData)
  return userRoute(cancelTrade, accounts.identify, async ({ id }, user, { language, repeat }) => {
    const asked = await engine.ask(user, { kind: 'cancel_order', orderId: id }, repeat)
    return answerOfEngine(asked, (orders) => {
      const order = soleOrder(orders)
      return answered(decidedToWire(order, marketOf(order.marketId), language), 'done.order_cancelled')
    })
  })
}
