import { setStopPrice } from '#contract/calls/trading.ts'
import { decidedToWire } from '#contract/decided-wire.ts'
import { answered } from '#contract/outcome.ts'
import { stopsFromWire, tappedFromWire } from '#contract/ticket-from-wire.ts'
import { answerOfEngine, soleOrder } from '#server/api/answer-of-engine.ts'
import { createMarketOf, type TradingParts } from '#server/api/trading-parts.ts'
import { type Route, userRoute } from '#server/gateway/gateway.ts'

export function setStops({ accounts, engine, marketData }: TradingParts): Route {
  const marketOf = createMarketOf(marketData)
  return userRoute(setStopPrice, accounts.identify, async (input, user, { language, repeat }) => {
    const request = {
      kind: 'set_stops',
      orderId: input.id,
      ...stopsFromWire(input),
      ...tappedFromWire(input),
    } as const
    return answerOfEngine(await engine.ask(user, request, repeat), (orders, { valuedOn }) => {
      const order = soleOrder(orders)
      return answered(decidedToWire(order, marketOf(order.marketId), language, valuedOn), 'done.stops_set')
    })
  })
}
