import { amendOrder } from '#contract/calls/trading.ts'
import { decidedToWire } from '#contract/decided-wire.ts'
import { answered } from '#contract/outcome.ts'
import { stopsFromWire, tappedFromWire } from '#contract/ticket-from-wire.ts'
import { answerOfEngine, soleOrder } from '#server/api/answer-of-engine.ts'
import { createMarketOf, type TradingParts } from '#server/api/trading-parts.ts'
import { type Route, userRoute } from '#server/gateway/gateway.ts'

export function amendPendingOrder({ accounts, engine, marketData }: TradingParts): Route {
  const marketOf = createMarketOf(marketData)
  return userRoute(amendOrder, accounts.identify, async (input, user, { language, repeat }) => {
    const { id, target_price: target, cont: lots } = input
    const change = { target, lots, ...stopsFromWire(input), ...tappedFromWire(input) }
    const asked = await engine.ask(user, { kind: 'amend_order', orderId: id, ...change }, repeat)
    return answerOfEngine(asked, (orders) => {
      const order = soleOrder(orders)
      return answered(decidedToWire(order, marketOf(order.marketId), language), 'done.order_amended')
    })
  })
}
