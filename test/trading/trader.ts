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
import { createTestBoard, marketOf, type Prices, type TestBoard } from '#test/trading/test-board.ts'

export type CommandInput = Command extends infer C ? (C extends unknown ? Omit<C, 'userId'> : never) : never

/** One account at its prices: everything decided is applied at once. */
export type Trader = {
  readonly account: () => TradingAccount
  readonly context: () => DecisionContext
  /** Every order there ever was, as it is by now. */
  readonly order: (id: number) => Order
  readonly submit: (wish: CommandInput) => Decision
  readonly place: (code: string, ticket: Partial<Ticket>) => Decision
  readonly close: (orderId: number, lots?: string) => Decision
  readonly setStops: (orderId: number, stopLoss: string | null, takeProfit: string | null) => Decision
  readonly cancel: (orderId: number) => Decision
  /** A quote comes; where the market is open, the account is judged. */
  readonly quote: (code: string, bid: string, ask: string) => Decision
  readonly state: (code: string, state: MarketState) => void
  /** The next tick is so much later, by its own time. */
  readonly pass: (ms: number) => void
  readonly board: TestBoard
}

type Start = {
  readonly cash?: string
  readonly book?: Book
  readonly feeMode?: FeeMode
  readonly prices: Prices
}

export const nowMs = 1_700_000_000_000

export function createTrader({ cash = '100000', book = 'real', feeMode = 'per_lot', prices }: Start): Trader {
  const board = createTestBoard(prices)
  const all = new Map<number, Order>()
  let account: TradingAccount = {
    userId: 7,
    book,
    cash: usd(cash),
    locked: micros(0),
    isWarned: false,
    orders: new Map(),
  }

  function around(): DecisionContext {
    return { timeMs: nowMs, board, feed: 'test', feeMode, market: undefined, nextOrderId: all.size + 1 }
  }
  function ask(wish: CommandInput): Decision {
    const command: Command = { userId: 7, ...wish }
    const named = command.kind === 'judge_tick' ? undefined : marketOfCommand(command, account)
    const market = named === undefined ? undefined : board.market(named)
    const decision = decide(account, command, { ...around(), market })
    if (decision.kind !== 'decided') return decision
    account = applyEffects(account, decision.effects)
    for (const order of decision.effects.orders) {
      const before = all.get(order.id)
      assert.ok(before === undefined || !isEnded(before), 'what is over never changes again')
      all.set(order.id, order)
    }
    return decision
  }
  const known = (orderId: number) => ({ orderId, wasKnown: all.has(orderId) })

  return {
    account: () => account,
    context: around,
    order(id) {
      const order = all.get(id)
      assert.ok(order, `there is no order ${id}`)
      return order
    },
    submit: ask,
    place: (code, ticket) =>
      ask({ kind: 'open_order', ticket: { ...plainTicket, marketId: marketOf(code).id, ...ticket } }),
    close: (orderId, lots) => ask({ kind: 'close_order', lots: lots ?? null, ...known(orderId) }),
    setStops: (orderId, stopLoss, takeProfit) =>
      ask({ kind: 'set_stops', stopLoss, takeProfit, ...known(orderId) }),
    cancel: (orderId) => ask({ kind: 'cancel_order', ...known(orderId) }),
    quote(code, bid, askPrice) {
      const before = board.quote(code, bid, askPrice) ?? null
      return ask({ kind: 'judge_tick', marketId: marketOf(code).id, before })
    },
    state: board.state,
    pass: board.pass,
    board,
  }
}

/** A buy of one lot at market, with nothing else said. */
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

/** Money from its decimals. */
export function usd(text: string): Micros {
  const parsed = parseMicros(text)
  assert.ok(parsed.ok, `${text} is no amount`)
  return parsed.amount
}
