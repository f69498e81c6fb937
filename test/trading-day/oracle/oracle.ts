// The trading rules once more, slow and obvious, in exact fractions: what the engine is compared with, to the last unit.
// Written from docs/trading-rules.md; it shares no code with what it judges, and every rule is quoted where it is kept.
import type { Account, Order } from '#test/trading-day/oracle/account.ts'
import { figuresOf } from '#test/trading-day/oracle/figures.ts'
import type {
  FeeMode,
  OracleAccount,
  OracleAnswer,
  OracleCommand,
  OracleEvent,
  OracleFigures,
  OracleMarket,
  OracleOrder,
  OracleTransfer,
} from '#test/trading-day/oracle/oracle-types.ts'
import { createPrices } from '#test/trading-day/oracle/prices.ts'
import { cancelOnRequest } from '#test/trading-day/oracle/rules/cancel-order.ts'
import { closeOnRequest } from '#test/trading-day/oracle/rules/close-order.ts'
import { openAccount, resetDemo } from '#test/trading-day/oracle/rules/demo-money.ts'
import { judgeTick } from '#test/trading-day/oracle/rules/judge-tick.ts'
import { placeOrder } from '#test/trading-day/oracle/rules/place-order.ts'
import { deposit, finishWithdrawal, requestWithdrawal } from '#test/trading-day/oracle/rules/real-money.ts'
import { setStops } from '#test/trading-day/oracle/rules/set-stops.ts'
import type { World } from '#test/trading-day/oracle/world.ts'

export type Oracle = {
  readonly event: (event: OracleEvent) => void
  /** No rule looks at the time; it is taken so that both sides can be handed the same. */
  readonly command: (command: OracleCommand, timeMs: number) => OracleAnswer
  /** By user id, each with every order it ever had. */
  readonly accounts: () => readonly OracleAccount[]
  readonly transfers: (userId: number) => readonly OracleTransfer[]
  readonly figures: (userId: number) => OracleFigures
}

export type OracleParts = { readonly markets: readonly OracleMarket[]; readonly feeMode: FeeMode }

export function createOracle({ markets, feeMode }: OracleParts): Oracle {
  const world: World = {
    markets,
    feeMode,
    prices: createPrices(markets),
    accounts: new Map(),
    movements: new Map(),
    nextOrderId: 1,
  }
  return {
    event(event) {
      const tick = world.prices.hear(event)
      if (tick === undefined) return
      for (const account of accountsOf(world)) judgeTick(world, account, tick)
    },
    command: (command) => decide(world, command),
    accounts: () => accountsOf(world).map(accountView),
    transfers: (userId) => [...accountOf(world, userId).transfers],
    figures: (userId) => figuresOf(world, accountOf(world, userId)),
  }
}

function decide(world: World, command: OracleCommand): OracleAnswer {
  if (command.kind === 'open_account') return openAccount(world, command.userId, command.book)
  const account = accountOf(world, command.userId)
  switch (command.kind) {
    case 'open_order':
      return placeOrder(world, account, command.ticket)
    case 'close_order':
      return closeOnRequest(world, account, command)
    case 'cancel_order':
      return cancelOnRequest(account, command.orderId)
    case 'set_stops':
      return setStops(world, account, command)
    case 'reset_demo':
      return resetDemo(world, account)
    case 'deposit':
      return deposit(world, account, command)
    case 'request_withdrawal':
      return requestWithdrawal(world, account, command)
    case 'finish_withdrawal':
      return finishWithdrawal(world, account, command)
  }
}

function accountsOf(world: World): readonly Account[] {
  return [...world.accounts.values()].sort((a, b) => a.userId - b.userId)
}

function accountOf(world: World, userId: number): Account {
  const account = world.accounts.get(userId)
  if (account === undefined) throw new Error(`nobody opened an account ${userId}`)
  return account
}

function accountView({ transfers: _, orders, ...account }: Account): OracleAccount {
  return { ...account, orders: orders.map(orderView) }
}

function orderView(order: Order): OracleOrder {
  const { market: _market, leverage: _leverage, rate: _rate, quote: _quote, ...view } = order
  return view
}
