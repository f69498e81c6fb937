// Never on half a board: while some of an account's prices are fresh and others are from before a pause, its margin
// level is not judged. After a weekend or a restart one market's first quote would otherwise meet another's old one.
import type { Board } from '#core/market/board.ts'
import type { Order } from '#core/order/order.ts'

/** How long one market makes an account wait for the others. */
export const longestBoardWaitMs = 10_000
/** How long an account waits in a row, however many of its markets start waits one after the other. */
const longestWaitInRowMs = 60_000

/** Why an account waits: this market is not current, and another became current less than ten seconds ago. */
export type BoardWait = {
  readonly marketId: number
  /** Tick time from which this pair of markets no longer makes it wait. */
  readonly untilMs: number
}

type Waited = Pick<Board, 'now' | 'conversionMarket' | 'tickMs'>

/** The wait of an account with these open orders; undefined when its margin level may be judged. */
export function boardWait(open: Iterable<Order>, board: Waited): BoardWait | undefined {
  const markets = marketsOf(open, board)
  const fromMs = waitsSinceMs(markets, board)
  if (fromMs === undefined || board.tickMs() - fromMs >= longestWaitInRowMs) return undefined
  for (const marketId of markets) {
    if (board.now(marketId).isCurrent) continue
    for (const other of markets) {
      const { waitFromMs } = board.now(other)
      if (other === marketId || waitFromMs === null) continue
      const untilMs = waitFromMs + longestBoardWaitMs
      if (board.tickMs() < untilMs)
        return { marketId, untilMs: Math.min(untilMs, fromMs + longestWaitInRowMs) }
    }
  }
  return undefined
}

/** Since when these markets have started waits without a gap between one and the next; undefined without one now. */
function waitsSinceMs(markets: ReadonlySet<number>, board: Waited): number | undefined {
  const starts = [...markets].flatMap((marketId) => board.now(marketId).waitFromMs ?? [])
  let sinceMs = board.tickMs()
  let isWaiting = false
  for (const startMs of starts.sort((one, other) => other - one)) {
    if (sinceMs - startMs >= longestBoardWaitMs) break
    sinceMs = startMs
    isWaiting = true
  }
  return isWaiting ? sinceMs : undefined
}

/** Markets of the orders, and those that convert their profit. */
function marketsOf(open: Iterable<Order>, board: Waited): ReadonlySet<number> {
  const markets = new Set<number>()
  for (const { marketId, terms } of open) {
    markets.add(marketId)
    const conversion = board.conversionMarket(terms.quoteCurrency)
    if (conversion !== undefined) markets.add(conversion)
  }
  return markets
}
