import type { Command } from '#core/decision/command.ts'
import type { TradingAccount } from '#core/decision/trading-account.ts'
import type { Board, LiveBoard, MarketNow } from '#core/market/board.ts'
import type { Rate } from '#core/money/rate.ts'

/** All a decision could know of prices, as plain data: what is journalled is what was decided on. */
export type BoardSnapshot = {
  readonly seq: number
  readonly markets: Readonly<Record<number, MarketNow>>
  readonly rates: Readonly<Record<string, Rate>>
}

/** The markets of everything the account has, of what the command names, and the rates of their currencies. */
export function snapshotFor(
  account: TradingAccount | undefined,
  command: Command,
  board: LiveBoard,
): BoardSnapshot {
  const markets: Record<number, MarketNow> = {}
  const rates: Record<string, Rate> = {}
  function note(marketId: number, currency: string | undefined): void {
    markets[marketId] ??= board.now(marketId)
    const rate = currency === undefined ? undefined : board.rate(currency)
    if (currency !== undefined && rate !== undefined) rates[currency] = rate
  }
  for (const order of account?.orders.values() ?? []) note(order.marketId, order.terms.quoteCurrency)
  const named = marketNamedBy(command)
  if (named !== undefined) note(named, board.market(named)?.quoteCurrency)
  return { seq: board.seq(), markets, rates }
}

export function boardOf({ seq, markets, rates }: BoardSnapshot): Board {
  return {
    now: (marketId) => markets[marketId] ?? { state: 'closed', quote: undefined },
    rate: (currency) => rates[currency],
    seq: () => seq,
  }
}

export function marketNamedBy(command: Command): number | undefined {
  if (command.kind === 'open_order') return command.ticket.marketId
  return command.kind === 'judge_tick' ? command.marketId : undefined
}
