import { type MyDealInput, myDeal } from '#contract/calls/trading.ts'
import { fundsToWire } from '#contract/figures-wire.ts'
import { orderToWire } from '#contract/order-wire.ts'
import { answered, refused } from '#contract/outcome.ts'
import { createMarketOf, type TradingParts } from '#server/api/trading-parts.ts'
import { type Route, userRoute } from '#server/gateway/gateway.ts'
import type { OrdersQuery, OrderTab, Portfolio } from '#server/portfolio/portfolio.ts'

type Parts = Omit<TradingParts, 'engine'> & { readonly portfolio: Pick<Portfolio, 'orders'> }

export function readOrders({ accounts, portfolio, marketData }: Parts): Route {
  const marketOf = createMarketOf(marketData)
  return userRoute(myDeal, accounts.identify, async (input, { userId }, { language }) => {
    const list = await portfolio.orders(userId, queryOf(input))
    if (list === 'busy') return refused('busy')
    const { orders, total, totalProfit, funds } = list
    return answered({
      data: orders.map((figures) => orderToWire(figures, marketOf(figures.order.marketId), language)),
      total,
      all_fact_profits: totalProfit,
      ...fundsToWire(funds),
    })
  })
}

function queryOf({ status, page, limit, id, forex_id, from, to }: MyDealInput): OrdersQuery {
  if (id !== undefined) return { id, page, limit }
  return { tab: tabOf(status), marketId: forex_id, fromMs: from, toMs: to, page, limit }
}

/** History is whatever is over, cancelled and closed alike. */
function tabOf(status: number): OrderTab {
  if (status === 0) return 'pending'
  return status === 1 ? 'open' : 'history'
}
