import assert from 'node:assert/strict'
import type { Command, Ticket } from '#core/decision/command.ts'
import { decide } from '#core/decision/decide.ts'
import type { Decision, DecisionContext, TradingAccount } from '#core/decision/decision.ts'
import type { Book } from '#core/ledger/transfer.ts'
import type { MarketState } from '#core/market/quote.ts'
import { type Micros, micros, parseMicros } from '#core/money/amounts.ts'
import { type FeeMode, isEnded, type Order } from '#core/order/order.ts'
import { marketOfCommand } from '#server/engine/journal/board-snapshot.ts'
import { applyEffects } from '#test/trading/decisions.ts'
import {
  createTestBoard,
  marketOf,
  type Prices,
  type Sources,
  type TestBoard,
} from '#test/trading/test-board.ts'

export type CommandInput = Command extends infer C ? (C extends unknown ? Omit<C, 'userId'> : never) : never

/** One account on a test board. Decisions are applied immediately. */
export type Trader = {
  readonly account: () => TradingAccount
  readonly context: () => DecisionContext
  /** Any order, active or ended. */
  readonly order: (id: number) => Order
  readonly submit: (input: CommandInput) => Decision
  readonly place: (code: string, ticket: Partial<Ticket>) => Decision
  readonly close: (orderId: number, lots?: string) => Decision
  readonly setStops: (orderId: number, stopLoss: string | null, takeProfit: string | null) => Decision
  readonly cancel: (orderId: number) => Decision
  /** Publishes a quote and evaluates the account on it. */
  readonly quote: (code: string, bid: string, ask: string) => Decision
  readonly state: (code: string, state: MarketState) => void
  /** Advances the time of the next ticks. */
  readonly pass: (ms: number) => void
  readonly board: TestBoard
}

type Start = {
  readonly cash?: string
  readonly book?: Book
  readonly feeMode?: FeeMode
  readonly isRealOpeningBlocked?: () => boolean
  readonly prices: Prices
  readonly sources?: Sources
}

export const nowMs = 1_700_000_000_000

export function createTrader({
  cash = '100000',
  book = 'real',
  feeMode = 'per_lot',
  isRealOpeningBlocked = () => false,
  prices,
  sources,
}: Start): Trader {
  const board = createTestBoard(prices, sources)
  const all = new Map<number, Order>()
  let account: TradingAccount = {
    userId: 7,
    book,
    cash: usd(cash),
    locked: micros(0),
    isWarned: false,
    orders: new Map(),
  }

  function context(): DecisionContext {
    const settings = { feed: 'test', feeMode, isRealOpeningBlocked: isRealOpeningBlocked() }
    return { timeMs: nowMs, board, ...settings, market: undefined, nextOrderId: all.size + 1 }
  }
  function submit(input: CommandInput): Decision {
    const command: Command = { userId: 7, ...input }
    const named = command.kind === 'judge_tick' ? undefined : marketOfCommand(command, account)
    const market = named === undefined ? undefined : board.market(named)
    const decision = decide(account, command, { ...context(), market })
    if (decision.kind !== 'decided') return decision
    account = applyEffects(account, decision.effects)
    for (const order of decision.effects.orders) {
      const before = all.get(order.id)
      assert.ok(before === undefined || !isEnded(before), 'an ended order never changes')
      all.set(order.id, order)
    }
    return decision
  }
  const known = (orderId: number) => ({ orderId, wasKnown: all.has(orderId) })

  return {
    account: () => account,
    context,
    order(id) {
      const order = all.get(id)
      assert.ok(order, `no order ${id}`)
      return order
    },
    submit,
    place: (code, ticket) =>
      submit({ kind: 'open_order', ticket: { ...plainTicket, marketId: marketOf(code).id, ...ticket } }),
    close: (orderId, lots) => submit({ kind: 'close_order', lots: lots ?? null, ...known(orderId) }),
    setStops: (orderId, stopLoss, takeProfit) =>
      submit({ kind: 'set_stops', stopLoss, takeProfit, ...known(orderId) }),
    cancel: (orderId) => submit({ kind: 'cancel_order', ...known(orderId) }),
    quote(code, bid, askPrice) {
      const before = board.quote(code, bid, askPrice) ?? null
      return submit({ kind: 'judge_tick', marketId: marketOf(code).id, before })
    },
    state: board.state,
    pass: board.pass,
    board,
  }
}

/** A market buy of one lot, without stops. */
export const plainTicket: Ticket = {
  marketId: marketOf('EURUSD').id,
  side: 'buy',
  lots: '1',
  leverage: 100,
  target: null,
  seen: null,
  deviation: 0,
  stopLoss: null,
  takeProfit: null,
}

/** Parses an amount of money. */
export function usd(text: string): Micros {
  const parsed = parseMicros(text)
  assert.ok(parsed.ok, `${text} is not an amount`)
  return parsed.amount
}
