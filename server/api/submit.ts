import { submit } from '#contract/calls/trading.ts'
import { decidedToWire } from '#contract/decided-wire.ts'
import { answered, refused } from '#contract/outcome.ts'
import { tappedFromWire, ticketFromWire } from '#contract/ticket-from-wire.ts'
import { answerOfEngine, soleOrder } from '#server/api/answer-of-engine.ts'
import type { TradingParts } from '#server/api/trading-parts.ts'
import { type Route, userRoute } from '#server/gateway/gateway.ts'

/** Says nothing after a success: the sheet does. */
export function placeOrder({ accounts, engine, marketData }: TradingParts): Route {
  const markets = new Map(marketData.markets.map((market) => [market.id, market]))
  return userRoute(submit, accounts.identify, async (input, user, { language, repeat }) => {
    const market = markets.get(input.forex_id)
    if (market === undefined) return refused('invalid_input', { field: 'forex_id' })
    const ticket = ticketFromWire(input)
    if (ticket === undefined) return refused('price_required', { field: 'target_price' })
    const request = { kind: 'open_order', ticket, ...tappedFromWire(input) } as const
    const asked = await engine.ask(user, request, repeat)
    return answerOfEngine(asked, (orders) => answered(decidedToWire(soleOrder(orders), market, language)))
  })
}
