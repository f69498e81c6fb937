import { type CloseManyInput, closeMany } from '#contract/calls/trading.ts'
import { closedManyToWire, decidedToWire } from '#contract/decided-wire.ts'
import { answered } from '#contract/outcome.ts'
import { tappedFromWire } from '#contract/ticket-from-wire.ts'
import { answerOfEngine } from '#server/api/answer-of-engine.ts'
import { createMarketOf, type TradingParts } from '#server/api/trading-parts.ts'
import { type Route, userRoute } from '#server/gateway/gateway.ts'

/** Says nothing after a success: each order has a result of its own, and the client tells them. */
export function closeManyOrders({ accounts, engine, marketData }: TradingParts): Route {
  const marketOf = createMarketOf(marketData)
  return userRoute(closeMany, accounts.identify, async (input, user, { language, repeat }) => {
    const orderIds = idsOf(input)
    const request = { kind: 'close_many', orderIds, ...tappedFromWire(input) } as const
    return answerOfEngine(await engine.ask(user, request, repeat), (orders, { refusals = [] }) =>
      answered(
        closedManyToWire(orderIds, { orders, refusals }, (order) =>
          decidedToWire(order, marketOf(order.marketId), language),
        ),
      ),
    )
  })
}

function idsOf({ ids }: CloseManyInput): readonly number[] {
  return typeof ids === 'string' ? ids.split(',').map(Number) : ids
}
