import { benchMarkets } from '#bench/ticks/bench-markets.ts'
import type { Person } from '#bench/ticks/population.ts'
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
import type { BatchEntry } from '#server/engine/writer/batch.ts'
import { createBatchQueue } from '#server/engine/writer/batch-queue.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemTimers } from '#server/platform/timers.ts'

/**
 * The parts of the engine that decide what a quote triggers, wired as its writer wires them, on no database: what was decided is
 * in memory and in a batch, ready to be packed and sent, and is handed out instead.
 */
export type TickMachine = {
  readonly board: LiveBoard
  readonly book: AccountState
  /** Takes everybody in, and looks at each once, as after a start. */
  readonly load: (people: Iterable<Person>) => Promise<void>
  /** What is measured. */
  readonly tell: (quote: Quote) => void
  readonly takeEntries: () => readonly BatchEntry[]
}

const metrics = createMetrics()

export function createTickMachine(first: readonly Quote[], createTriggers: CreateTriggers): TickMachine {
  const board = boardAt(first)
  const slab = createOrderSlab()
  const triggers = createTriggers({
    slab,
    board,
    markets: benchMarkets,
    usersWithOrders: () => book.usersWithOrders(),
    riskOf: (userId) => book.riskOf(userId),
  })
  const book = createAccountState(slab, triggers)
  const line = createBatchQueue()
  let nowMs = 0
  const clock = { now: () => nowMs, elapsed: () => nowMs }
  const decider = createDecider({
    board,
    accounts: book,
    idempotency: createIdempotencyCache(clock),
    movements: createRecentMovements(),
    feed: 'bench',
    feeMode: () => 'per_lot',
    clock,
  })
  const frozen = createFrozenAccounts({ metrics, log: { error: fail, warn: fail, info: fail } })
  const judging = createQuoteEvaluator({ accounts: book, triggers, decider, frozen, timers: systemTimers })
  return {
    board,
    book,
    async load(people) {
      let nextOrderId = 1
      for (const { account, orders } of people) {
        book.addAccount(account)
        for (const order of orders) book.addOrder(order)
        nextOrderId += orders.length
      }
      decider.load({ nextOrderId, nextTransferId: 1 })
      await judging.watchAllAccounts()
    },
    tell(quote) {
      nowMs = quote.timeMs
      const before = board.now(quote.marketId).quote
      board.apply({ kind: 'quote', ...quote })
      judging.evaluateQuote(quote.marketId, before, line.open)
    },
    takeEntries: () => line.takeAll().flatMap(({ entries }) => entries),
  }
}

/** Every market is open at its first quote, and became current so long ago that no account waits for the board. */
export function boardAt(first: readonly Quote[]): LiveBoard {
  const board = createBoard(
    benchMarkets,
    first.map((quote) => ({ marketId: quote.marketId, state: 'open', quote })),
  )
  for (const quote of first)
    board.apply({ kind: 'quote', ...quote, timeMs: quote.timeMs - longestBoardWaitMs })
  return board
}

function fail(...told: readonly unknown[]): never {
  throw new Error('an account was frozen', { cause: told[0] })
}
