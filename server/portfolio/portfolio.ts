// The door of the portfolio room: what users are shown of their money and orders. It reads what is committed, values it
// at the newest prices, and never writes.
import { createBoard, type MarketNow } from '#core/market/board.ts'
import type { Market } from '#core/market/market.ts'
import type { MarketEvent } from '#core/market/quote.ts'
import { formatMicros, micros } from '#core/money/micros.ts'
import type { Order } from '#core/order/order.ts'
import type { AccountChanged } from '#server/engine/engine.ts'
import type { Log } from '#server/platform/log.ts'
import type { Timers } from '#server/platform/timers.ts'
import { createWorkLine } from '#server/platform/work-line.ts'
import { createAccountWatches } from '#server/portfolio/account-watches.ts'
import { fundsOf, orderFigures } from '#server/portfolio/live-figures.ts'
import { type Page, readAccount, readHistory, readLog } from '#server/portfolio/portfolio-store.ts'
import type { Funds, OrderList, Portfolio } from '#server/portfolio/portfolio-types.ts'
import type { Pool } from '#server/storage/storage.ts'

export type { AccountWatch, OrderTab, Portfolio, Watcher } from '#server/portfolio/portfolio-types.ts'

export type PortfolioParts = {
  readonly pool: Pool
  readonly markets: readonly Market[]
  /** The last prices there were before the first event. */
  readonly lastPrices: readonly ({ readonly marketId: number } & MarketNow)[]
  /** Calls for every event, in order. Returns how to stop it. */
  readonly onMarketEvent: (handler: (event: MarketEvent) => void) => () => void
  /** Calls for every account that has changed, once that is on disk. Returns how to stop it. */
  readonly onAccountChanged: (handler: (change: AccountChanged) => void) => () => void
  readonly timers: Pick<Timers, 'after'>
  readonly log: Pick<Log, 'error'>
}

const perPage = 20
/** Together with what is watched eight of the ten sessions at most: two are always left to everybody else. */
const lineLimits = { mostAtWork: 4, mostWaiting: 500 }

export function createPortfolio(parts: PortfolioParts): Portfolio {
  const { pool } = parts
  const board = createBoard(parts.markets, parts.lastPrices)
  const line = createWorkLine(lineLimits)
  const watches = createAccountWatches({ ...parts, board, read: (userId) => readAccount(pool, userId) })
  const stops = [
    parts.onMarketEvent(board.apply),
    parts.onAccountChanged(({ userId }) => watches.changed(userId)),
    watches.stop,
  ]

  function listOf(orders: readonly Order[], funds: Funds): Pick<OrderList, 'orders' | 'funds'> {
    return { orders: orders.map((order) => orderFigures(order, board)), funds }
  }
  async function history(userId: number, page: Page): Promise<OrderList> {
    const { account, ended, total, profit } = await readHistory(pool, userId, page)
    return { ...listOf(ended, fundsOf(account, board)), total, totalProfit: profit }
  }
  async function standing(userId: number, tab: 'open' | 'pending', page: Page): Promise<OrderList> {
    const account = await readAccount(pool, userId)
    const funds = fundsOf(account, board)
    const all = account[tab]
    return {
      ...listOf(all.slice(page.offset, page.offset + page.limit), funds),
      total: all.length,
      totalProfit: formatMicros(tab === 'open' ? funds.profit : micros(0)),
    }
  }
  return {
    orders: (userId, tab, page) =>
      line.run(() =>
        tab === 'history' ? history(userId, placeOf(page)) : standing(userId, tab, placeOf(page)),
      ),
    funds: (userId) => line.run(async () => fundsOf(await readAccount(pool, userId), board)),
    log: (userId, page) => line.run(() => readLog(pool, userId, placeOf(page))),
    watch: watches.watch,
    stop() {
      for (const stop of stops) stop()
    },
  }
}

/** Pages count from 1. */
function placeOf(page: number): Page {
  return { limit: perPage, offset: (page - 1) * perPage }
}
