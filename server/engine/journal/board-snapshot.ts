import type { Command } from '#core/decision/command.ts'
import type { TradingAccount } from '#core/decision/decision.ts'
import { ensureNever } from '#core/ensure-never.ts'
import { type Board, type MarketBoard, type MarketNow, unknownMarket } from '#core/market/board.ts'
import type { Rate } from '#core/money/amounts.ts'
import { commandTraits } from '#server/engine/command-traits.ts'

/** All prices that one decision may depend on, as plain data for the journal. */
export type BoardSnapshot = {
  readonly seq: number
  /** Time of the newest tick. Entries of rules version 1 have neither this nor `conversions`. */
  readonly tickMs: number
  readonly markets: Readonly<Record<number, MarketNow>>
  readonly rates: Readonly<Record<string, Rate>>
  /** Id of the conversion market of each currency. */
  readonly conversions: Readonly<Record<string, number>>
}

/**
 * Covers the markets of the account's orders and of the command, with the rates and conversion markets of their
 * currencies. Some commands depend on no price.
 */
export function snapshotBoard(
  account: TradingAccount | undefined,
  command: Command,
  board: MarketBoard,
): BoardSnapshot {
  const markets: Record<number, MarketNow> = {}
  const rates: Record<string, Rate> = {}
  const conversions: Record<string, number> = {}
  function add(marketId: number, currency: string | undefined): void {
    markets[marketId] ??= board.now(marketId)
    if (currency === undefined || currency in conversions) return
    const rate = board.rate(currency)
    if (rate !== undefined) rates[currency] = rate
    const conversion = board.conversionMarket(currency)
    if (conversion === undefined) return
    conversions[currency] = conversion
    markets[conversion] ??= board.now(conversion)
  }
  const orders = commandTraits[command.kind].needsPrices ? (account?.orders.values() ?? []) : []
  for (const order of orders) add(order.marketId, order.terms.quoteCurrency)
  const marketId = marketOfCommand(command, account)
  if (marketId !== undefined) add(marketId, board.market(marketId)?.quoteCurrency)
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

/** The market of the order that a command opens, or of the quote it evaluates. */
export function marketOfCommand(command: Command, account: TradingAccount | undefined): number | undefined {
  switch (command.kind) {
    case 'open_order':
      return command.ticket.marketId
    case 'judge_tick':
      return command.marketId
    case 'reverse_order':
    case 'amend_order':
      return account?.orders.get(command.orderId)?.marketId
    case 'open_account':
    case 'close_order':
    case 'close_many':
    case 'cancel_order':
    case 'set_stops':
    case 'burn_key':
    case 'reset_demo':
    case 'deposit':
    case 'request_withdrawal':
    case 'void_withdrawal':
    case 'advance_withdrawal':
    case 'finish_withdrawal':
    case 'adjust':
    case 'freeze_account':
    case 'lift_freeze':
      return undefined
    default:
      return ensureNever(command)
  }
}
