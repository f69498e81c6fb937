import type { Command } from '#core/decision/command.ts'
import type { TradingAccount } from '#core/decision/decision.ts'
import { type Board, type LiveBoard, type MarketNow, unknownMarket } from '#core/market/board.ts'
import type { Rate } from '#core/money/amounts.ts'

/** All a decision could know of prices, as plain data: what is journalled is what was decided on. */
export type BoardSnapshot = {
  readonly seq: number
  /** The newest tick's own time. Entries of rules version 1 have neither this nor `conversions`. */
  readonly tickMs: number
  readonly markets: Readonly<Record<number, MarketNow>>
  readonly rates: Readonly<Record<string, Rate>>
  /** Which market converts a currency. */
  readonly conversions: Readonly<Record<string, number>>
}

/** Burning a key looks at no price. Otherwise: the markets of everything the account has, of what the command names, those that convert their currencies, and the rates. */
export function snapshotBoard(
  account: TradingAccount | undefined,
  command: Command,
  board: LiveBoard,
): BoardSnapshot {
  const markets: Record<number, MarketNow> = {}
  const rates: Record<string, Rate> = {}
  const conversions: Record<string, number> = {}
  function note(marketId: number, currency: string | undefined): void {
    markets[marketId] ??= board.now(marketId)
    if (currency === undefined || currency in conversions) return
    const rate = board.rate(currency)
    if (rate !== undefined) rates[currency] = rate
    const conversion = board.conversionMarket(currency)
    if (conversion === undefined) return
    conversions[currency] = conversion
    markets[conversion] ??= board.now(conversion)
  }
  const orders = command.kind === 'burn_key' ? [] : (account?.orders.values() ?? [])
  for (const order of orders) note(order.marketId, order.terms.quoteCurrency)
  const named = marketOfCommand(command, account)
  if (named !== undefined) note(named, board.market(named)?.quoteCurrency)
  return { seq: board.seq(), tickMs: board.tickMs(), markets, rates, conversions }
}

export function boardFromSnapshot({ seq, tickMs, markets, rates, conversions }: BoardSnapshot): Board {
  return {
    now: (marketId) => markets[marketId] ?? unknownMarket,
    rate: (currency) => rates[currency],
    conversionMarket: (currency) => conversions[currency],
    seq: () => seq,
    tickMs: () => tickMs,
  }
}

/** The market that a command opens something in, or whose quote it is about. */
export function marketOfCommand(command: Command, account: TradingAccount | undefined): number | undefined {
  switch (command.kind) {
    case 'open_order':
      return command.ticket.marketId
    case 'judge_tick':
      return command.marketId
    case 'reverse_order':
    case 'amend_order':
      return account?.orders.get(command.orderId)?.marketId
    default:
      return undefined
  }
}
