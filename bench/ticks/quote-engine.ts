import { benchMarkets } from '#bench/ticks/bench-markets.ts'
import type { Trader } from '#bench/ticks/population.ts'
import { longestBoardWaitMs } from '#core/decision/board-wait.ts'
import { createBoard, type LiveBoard } from '#core/market/board.ts'
import type { Quote } from '#core/market/quote.ts'
import { createQuoteEvaluator } from '#server/engine/evaluate-quote.ts'
import { createDecider } from '#server/engine/execute-command.ts'
import { type AccountState, createAccountState } from '#server/engine/state/account-state.ts'
import { createFrozenAccounts } from '#server/engine/state/frozen-accounts.ts'
import { createIdempotencyCache } from '#server/engine/state/idempotency-cache.ts'
import { createOrderSlab } from '#server/engine/state/order-slab.ts'
import { createRecentMovements } from '#server/engine/state/recently-changed.ts'
import type { CreateTriggers } from '#server/engine/triggers/triggers.ts'
import { type BatchEntry, createBatch } from '#server/engine/writer/batch.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemTimers } from '#server/platform/timers.ts'

/** The parts of the engine that evaluate quotes, without a database. Decisions stay in batches and are returned. */
export type QuoteEngine = {
  readonly board: LiveBoard
  readonly accounts: AccountState
  /** Adds all traders and watches each account, as after a start. */
  readonly load: (traders: Iterable<Trader>) => Promise<void>
  /** The measured operation. */
  readonly quote: (quote: Quote) => void
  readonly takeEntries: () => readonly BatchEntry[]
}

const metrics = createMetrics()

export function createQuoteEngine(first: readonly Quote[], createTriggers: CreateTriggers): QuoteEngine {
  const board = boardAt(first)
  const slab = createOrderSlab()
  const triggers = createTriggers({
    slab,
    board,
    markets: benchMarkets,
    usersWithOrders: () => accounts.usersWithOrders(),
    riskOf: (userId) => accounts.riskOf(userId),
  })
  const accounts = createAccountState(slab, triggers)
  let batch = createBatch()
  let nowMs = 0
  const clock = { now: () => nowMs, elapsed: () => nowMs }
  const log = { error: fail, warn: fail, info: fail }
  const frozen = createFrozenAccounts({ metrics, log, queue: fail })
  const decider = createDecider({
    frozen,
    board,
    accounts,
    idempotency: createIdempotencyCache(clock),
    movements: createRecentMovements(),
    feed: 'bench',
    feeMode: () => 'per_lot',
    isRealOpeningBlocked: () => false,
    clock,
  })
  const quotes = createQuoteEvaluator({
    board,
    accounts,
    triggers,
    decider,
    frozen,
    metrics,
    timers: systemTimers,
  })
  return {
    board,
    accounts,
    async load(traders) {
      let nextOrderId = 1
      for (const { account, orders } of traders) {
        accounts.addAccount(account)
        for (const order of orders) accounts.addOrder(order)
        nextOrderId += orders.length
      }
      decider.load({ nextOrderId, nextTransferId: 1 })
      await quotes.watchAllAccounts()
    },
    quote(quote) {
      nowMs = quote.timeMs
      const before = board.now(quote.marketId).quote
      board.apply({ kind: 'quote', ...quote })
      quotes.evaluateQuote(quote.marketId, before, { batch, hasRoom: () => true })
    },
    takeEntries() {
      const { entries } = batch
      batch = createBatch()
      return entries
    },
  }
}

/** Every market is open at its first quote, and no account waits for the board. */
export function boardAt(first: readonly Quote[]): LiveBoard {
  const board = createBoard(
    benchMarkets,
    first.map((quote) => ({ marketId: quote.marketId, state: 'open', quote })),
  )
  for (const quote of first)
    board.apply({ kind: 'quote', ...quote, timeMs: quote.timeMs - longestBoardWaitMs })
  return board
}

function fail(...args: readonly unknown[]): never {
  throw new Error('an account was frozen', { cause: args[0] })
}
