import type { MarketEvent, Quote } from '#core/market/quote.ts'
import { micros } from '#core/money/amounts.ts'
import { markets } from '#db/seed/markets.ts'
import type { AccountChanged } from '#server/engine/engine.ts'
import { createFakeTimers } from '#server/platform/fake-timers.ts'
import { createPortfolio, type OrderTab, type Portfolio } from '#server/portfolio/portfolio.ts'
import type { Pool } from '#server/storage/storage.ts'
import { insertUser } from '#test/engine/insert-users.ts'
import {
  accountOf,
  type BatchParts,
  createBatchWriter,
  createStoreFixture,
  transferOf,
} from '#test/engine/store-fixture.ts'
import { createWrittenState } from '#test/portfolio/written-state.ts'

const perPage = 20

/** The portfolio on a real database. Tests write batches and publish quotes. Markets have no price at first. */
export async function openPortfolioHarness() {
  const { database, store } = await createStoreFixture()
  const writer = await createBatchWriter(store)
  const timers = createFakeTimers()
  const onPrice = new Set<(event: MarketEvent) => void>()
  const onChange = new Set<(change: AccountChanged) => void>()
  const faults: unknown[] = []
  const reads = { count: 0, fail: false, hold: undefined as Promise<void> | undefined }
  let transferId = 0
  let seq = 0

  /** Counts, delays or fails the queries of the portfolio. */
  const pool = {
    query: async (...args: [string, unknown[]]) => {
      reads.count += 1
      if (reads.fail) throw new Error('the database is down')
      const answer = await database.pool.query(...args)
      await reads.hold
      return answer
    },
  } as unknown as Pool

  const portfolio = createPortfolio({
    pool,
    markets,
    lastPrices: [],
    onMarketEvent: (handler) => listen(onPrice, handler),
    onAccountChanged: (handler) => listen(onChange, handler),
    timers,
    log: { error: (fault: unknown) => void faults.push(fault) },
  })
  const nextTransferId = () => ++transferId
  const written = createWrittenState()
  /** Writes one decision for every user in the batch, and returns the changes without publishing them. */
  async function write(batch: BatchParts): Promise<readonly AccountChanged[]> {
    const { accounts, changes } = written.next(batch)
    if ((await writer.commit({ ...batch, accounts })) !== 'committed')
      throw new Error('the batch was not written')
    return changes
  }
  function publish(changes: readonly AccountChanged[]): void {
    for (const change of changes) for (const handler of onChange) handler(change)
  }
  return {
    ...{ database, portfolio, timers, faults, reads, write, publish, nextTransferId },
    /** Writes a batch and publishes it, as the engine does. */
    change: async (batch: BatchParts): Promise<void> => publish(await write(batch)),
    onAccountChanged: (handler: (change: AccountChanged) => void) => listen(onChange, handler),
    /** The orders of a tab, without filters. */
    orders: async (userId: number, tab: OrderTab, page: number) =>
      unlessBusy(await portfolio.orders(userId, { tab, page, limit: perPage })),
    find: async (...args: Parameters<Portfolio['orders']>) => unlessBusy(await portfolio.orders(...args)),
    funds: async (userId: number) => unlessBusy(await portfolio.funds(userId)),
    log: async (userId: number, page: number) =>
      unlessBusy(await portfolio.log(userId, { page, limit: perPage })),
    findInLog: async (...args: Parameters<Portfolio['log']>) => unlessBusy(await portfolio.log(...args)),
    hasListeners: () => onPrice.size + onChange.size > 0,
    /** Creates a user with this much cash, and returns the user id. */
    async newAccount(cash: number): Promise<number> {
      const userId = await insertUser(database)
      const deposit = transferOf({ id: nextTransferId(), userId, amount: micros(cash) })
      await write({ accounts: [accountOf(userId, { cash: micros(cash) })], transfers: [deposit] })
      return userId
    },
    publishQuote(quote: Pick<Quote, 'marketId' | 'bid' | 'ask'>): void {
      seq += 1
      for (const handler of onPrice) handler({ kind: 'quote', timeMs: 0, source: 'test', ...quote, seq })
    },
    async stop(): Promise<void> {
      portfolio.stop()
      await database.drop()
    },
  }
}

export type PortfolioHarness = Awaited<ReturnType<typeof openPortfolioHarness>>

function unlessBusy<Result>(result: Result | 'busy'): Result {
  if (result === 'busy') throw new Error('the portfolio is busy')
  return result
}

function listen<Message>(handlers: Set<(message: Message) => void>, handler: (message: Message) => void) {
  handlers.add(handler)
  return () => void handlers.delete(handler)
}
