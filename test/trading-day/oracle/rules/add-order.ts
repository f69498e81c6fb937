import type { Account, Order } from '#test/trading-day/oracle/account.ts'
import { openingPrice } from '#test/trading-day/oracle/figures.ts'
import type { Quote } from '#test/trading-day/oracle/prices.ts'
import type { Wanted } from '#test/trading-day/oracle/rules/read-ticket.ts'
import type { World } from '#test/trading-day/oracle/world.ts'

/** Every order begins as one that waits; one at market is filled at once. "A pending order has no margin and no fee." */
export function addOrder(world: World, account: Account, wanted: Wanted, quote: Quote, rate: bigint): Order {
  const order: Order = {
    id: takeOrderId(world),
    userId: account.userId,
    marketId: wanted.market.id,
    market: wanted.market,
    side: wanted.side,
    kind: kindOf(wanted, quote),
    status: 'pending',
    lots: wanted.lots,
    leverage: wanted.leverage,
    openPrice: wanted.target ?? openingPrice(wanted.side, quote),
    rate,
    quote,
    margin: 0n,
    fee: 0n,
    stopLoss: wanted.stopLoss,
    takeProfit: wanted.takeProfit,
    closePrice: null,
    profit: null,
    endCause: null,
    parentId: null,
    amendedFrom: null,
    openedSeq: null,
    endedSeq: null,
  }
  account.orders.push(order)
  return order
}

export function takeOrderId(world: World): number {
  const id = world.nextOrderId
  world.nextOrderId += 1
  return id
}

/** "A buy whose target is below the ask and a sell whose target is above the bid is a limit, any other a stop." */
function kindOf({ side, target }: Wanted, { bid, ask }: Quote): Order['kind'] {
  if (target === null) return 'market'
  return (side === 'buy' ? target < ask : target > bid) ? 'limit' : 'stop'
}
