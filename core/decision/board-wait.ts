// Margin is not checked while some of an account's prices are current and others date from before a pause. After a
// weekend or a restart, the first quote of one market would otherwise be combined with an outdated quote of another.
import type { Board } from '#core/market/board.ts'
import type { Order } from '#core/order/order.ts'

/** Longest wait that the first quote of one market can start. */
export const longestBoardWaitMs = 10_000
/** Longest uninterrupted wait of an account, even if its markets resume one after another. */
const longestWaitInRowMs = 60_000

/** The account waits for `marketId`, because another of its markets became current less than ten seconds ago. */
export type BoardWait = {
  readonly marketId: number
  /** Tick time at which this wait ends. */
  readonly untilMs: number
}

type Waited = Pick<Board, 'now' | 'conversionMarket' | 'tickMs'>

/** Current wait of an account with these open orders. Undefined: its margin may be checked. */
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

/** Start of the current uninterrupted series of waits; undefined if there is none. */
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

/** Markets of the orders and of their currency conversions. */
function marketsOf(open: Iterable<Order>, board: Waited): ReadonlySet<number> {
  const markets = new Set<number>()
  for (const { marketId, terms } of open) {
    markets.add(marketId)
    const conversion = board.conversionMarket(terms.quoteCurrency)
    if (conversion !== undefined) markets.add(conversion)
  }
  return markets
}
