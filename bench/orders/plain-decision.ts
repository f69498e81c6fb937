// What a plain server decides an order with: the same rules and fixed prices, on what one row says of the account.

import type { PlainAccount } from '#bench/orders/plain-store.ts'
import type { Ticket } from '#core/decision/command.ts'
import { decide } from '#core/decision/decide.ts'
import type { Decision } from '#core/decision/decision.ts'
import { createBoard } from '#core/market/board.ts'
import type { Market } from '#core/market/market.ts'
import { micros, price } from '#core/money/amounts.ts'
import { pricedMarkets } from '#test/crash/load/price-pipe.ts'

const spread = 6

export type PlainDecide = (asked: {
  readonly userId: number
  readonly ticket: Ticket
  readonly account: PlainAccount
  readonly orderId: number
  readonly timeMs: number
}) => Decision

export function createPlainDecide(markets: readonly Market[]): PlainDecide {
  const start = pricedMarkets.map(({ id, centre }, at) => {
    const sides = { bid: price(centre), ask: price(centre + spread) }
    const quote = { marketId: id, ...sides, timeMs: Date.now(), seq: at + 1 }
    return { marketId: id, state: 'open', quote } as const
  })
  const board = createBoard(markets, start)
  return ({ userId, ticket, account, orderId, timeMs }) =>
    decide(
      {
        userId,
        book: 'demo',
        // What is spoken for cannot be spent twice; profits under way are left out.
        cash: micros(account.cash - account.usedMargin),
        locked: micros(0),
        isWarned: false,
        orders: new Map(),
      },
      { kind: 'open_order', userId, ticket },
      {
        timeMs,
        board,
        feed: 'bench',
        feeMode: 'per_lot',
        market: board.market(ticket.marketId),
        nextOrderId: orderId,
      },
    )
}
