// A second implementation of the trading rules, slow and simple, in exact fractions. Tests compare the engine with it
// to the last micro-dollar. It follows docs/trading-rules.md, shares no code with the engine, and quotes the rules.

import { figuresOf } from '#test/trading-day/oracle/figures.ts'
import { type Account, type OracleState, type Order, refused } from '#test/trading-day/oracle/oracle-state.ts'
import type {
  FeeMode,
  OracleAccount,
  OracleAnswer,
  OracleCommand,
  OracleEvent,
  OracleFigures,
  OracleMarket,
  OracleMovement,
  OracleOrder,
  OracleOutcome,
  OracleReason,
  OracleTransfer,
} from '#test/trading-day/oracle/oracle-types.ts'
import { createPrices } from '#test/trading-day/oracle/prices.ts'
import { isWaiting } from '#test/trading-day/oracle/rules/board-wait.ts'
import { cancelOnRequest, closeMany, closeOnRequest } from '#test/trading-day/oracle/rules/closing.ts'
import { openAccount, resetDemo } from '#test/trading-day/oracle/rules/money.ts'
import {
  adjust,
  deposit,
  requestWithdrawal,
  voidWithdrawal,
} from '#test/trading-day/oracle/rules/movements.ts'
import { placeOrder } from '#test/trading-day/oracle/rules/placing.ts'
import { amendOrder, reverseOrder } from '#test/trading-day/oracle/rules/replacing.ts'
import { setStops } from '#test/trading-day/oracle/rules/stops.ts'
import { evaluateTick } from '#test/trading-day/oracle/rules/ticks.ts'
import { advanceWithdrawal } from '#test/trading-day/oracle/rules/withdrawal-steps.ts'

export type Oracle = {
  /** Evaluates all accounts by default. The engine may lose some of its evaluations with a failed commit. */
  readonly event: (event: OracleEvent, isEvaluated?: (userId: number) => boolean) => void
  /** Updates the board without evaluating accounts: the engine was stopped, or its decision was lost. */
  readonly applyOnly: (event: OracleEvent) => void
  /** Forgets what the rules limit to "after a start, since the start". */
  readonly restart: () => void
  /** `key` is the idempotency key. The caller never sends a decided key again. */
  readonly command: (command: OracleCommand, timeMs: number, key?: string) => OracleAnswer
  /** "A client whose answer was lost asks for the outcome of its idempotency key." */
  readonly outcome: (userId: number, key: string) => OracleOutcome
  /** Sorted by user id, with all orders ever placed. */
  readonly accounts: () => readonly OracleAccount[]
  readonly transfers: (userId: number) => readonly OracleTransfer[]
  readonly movements: () => ReadonlyMap<string, OracleMovement>
  readonly figures: (userId: number) => OracleFigures
  /** Whether the account waits for the board. */
  readonly waits: (userId: number) => boolean
}

export type OracleParts = {
  readonly markets: readonly OracleMarket[]
  readonly feeMode: FeeMode
  /** Never by default. */
  readonly isRealOpeningBlocked?: () => boolean
}

export function createOracle({ markets, feeMode, isRealOpeningBlocked = () => false }: OracleParts): Oracle {
  const state: OracleState = {
    markets,
    feeMode,
    isRealOpeningBlocked,
    prices: createPrices(markets),
    accounts: new Map(),
    movements: new Map(),
    keys: new Map(),
    nowMs: 0,
    nextOrderId: 1,
  }
  return {
    event(event, isEvaluated = () => true) {
      const tick = state.prices.apply(event)
      if (tick === undefined) return
      for (const account of accountsOf(state))
        if (isEvaluated(account.userId)) evaluateTick(state, account, tick)
    },
    applyOnly: (event) => void state.prices.apply(event),
    restart: state.prices.restart,
    command(command, timeMs, key) {
      state.nowMs = timeMs
      return key === undefined ? decide(state, command) : decideUnder(state, command, key)
    },
    outcome: (userId, key) => outcomeOf(state, userId, key),
    accounts: () => accountsOf(state).map(accountView),
    transfers: (userId) => [...accountOf(state, userId).transfers],
    movements: () => new Map(state.movements),
    figures: (userId) => figuresOf(state, accountOf(state, userId)),
    waits: (userId) => isWaiting(state, accountOf(state, userId)),
  }
}

/** "From then on every command with this key is refused with `too_late`, whatever it contains." */
function decideUnder(state: OracleState, command: OracleCommand, key: string): OracleAnswer {
  const named = keyOf(command.userId, key)
  if (state.keys.get(named) === 'burned') return refused('too_late')
  const answer = decide(state, command)
  if (!isMistyped(command, answer)) state.keys.set(named, answer)
  return answer
}

/** "A new or amended order that is refused because of its input (rules 1 to 3) does not use up its key." */
function isMistyped({ kind }: OracleCommand, answer: OracleAnswer): boolean {
  if (kind !== 'open_order' && kind !== 'amend_order') return false
  return answer.kind === 'refused' && mistypedReasons.includes(answer.reason)
}

const mistypedReasons: readonly OracleReason[] = [
  'leverage_not_configured',
  'leverage_not_offered',
  'invalid_lots',
  'lots_limit',
  'invalid_price',
]

/** "If the key was decided, the answer is its outcome. If not, the key is voided (burned in code)." */
function outcomeOf(state: OracleState, userId: number, key: string): OracleOutcome {
  const named = keyOf(userId, key)
  const known = state.keys.get(named)
  if (known !== undefined && known !== 'burned') return { kind: 'decided', answer: known }
  state.keys.set(named, 'burned')
  return { kind: 'never' }
}

function keyOf(userId: number, key: string): string {
  return `${userId} ${key}`
}

function decide(state: OracleState, command: OracleCommand): OracleAnswer {
  if (command.kind === 'open_account') return openAccount(state, command.userId, command.book)
  const account = accountOf(state, command.userId)
  switch (command.kind) {
    case 'open_order':
      return placeOrder(state, account, command.ticket, command.tapped)
    case 'close_order':
      return closeOnRequest(state, account, command)
    case 'close_many':
      return closeMany(state, account, command)
    case 'reverse_order':
      return reverseOrder(state, account, command)
    case 'amend_order':
      return amendOrder(state, account, command)
    case 'cancel_order':
      return cancelOnRequest(account, command.orderId)
    case 'set_stops':
      return setStops(state, account, command)
    case 'reset_demo':
      return resetDemo(state, account)
    case 'deposit':
      return deposit(state, account, command)
    case 'request_withdrawal':
      return requestWithdrawal(state, account, command)
    case 'void_withdrawal':
      return voidWithdrawal(state, account, command)
    case 'advance_withdrawal':
      return advanceWithdrawal(state, account, command)
    case 'adjust':
      return adjust(state, account, command)
  }
}

function accountsOf(state: OracleState): readonly Account[] {
  return [...state.accounts.values()].sort((a, b) => a.userId - b.userId)
}

function accountOf(state: OracleState, userId: number): Account {
  const account = state.accounts.get(userId)
  if (account === undefined) throw new Error(`there is no account ${userId}`)
  return account
}

function accountView({ transfers: _, orders, ...account }: Account): OracleAccount {
  return { ...account, orders: orders.map(orderView) }
}

function orderView(order: Order): OracleOrder {
  const { market: _market, leverage: _leverage, rate: _rate, quote: _quote, ...view } = order
  return view
}
