import { close } from '#contract/calls/trading.ts'
import { closedToWire } from '#contract/decided-wire.ts'
import { answered } from '#contract/outcome.ts'
import { tappedFromWire, typedOrNone } from '#contract/ticket-from-wire.ts'
import { answerOfEngine, soleOrder } from '#server/api/answer-of-engine.ts'
import { createMarketOf, type TradingParts } from '#server/api/trading-parts.ts'
import { type Route, userRoute } from '#server/gateway/gateway.ts'

export function closeOrder({ accounts, engine, marketData }: TradingParts): Route {
  const marketOf = createMarketOf(marketData)
  return userRoute(close, accounts.identify, async (input, user, { language, repeat }) => {
    const { id, cont } = input
    const request = {
      kind: 'close_order',
      orderId: id,
      lots: typedOrNone(cont),
      ...tappedFromWire(input),
    } as const
    return answerOfEngine(await engine.ask(user, request, repeat), (orders) => {
      const closed = soleOrder(orders)
      const answer = closedToWire(closed, orders[1], marketOf(closed.marketId), language)
      return answered(answer, 'done.order_closed')
    })
  })
}
