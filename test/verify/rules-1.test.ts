// A database written under rules version 1 must migrate, start and verify for ever. See fixtures/README.md.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { MarketEvent } from '#core/market/quote.ts'
import { micros } from '#core/money/micros.ts'
import { createEngine, createPostgresStore, type Engine, rulesVersion } from '#server/engine/engine.ts'
import { loadMarkets } from '#server/market-data/markets/load-markets.ts'
import { readLastQuotes, sourceIdOf } from '#server/market-data/quotes/quote-store.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createLog } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemTimers } from '#server/platform/timers.ts'
import { urlAddress } from '#server/storage/database-address.ts'
import { readMigrations } from '#server/storage/migrations/migration-files.ts'
import { prepareDatabase } from '#server/storage/prepare-database.ts'
import { type Report, summaryOf, verify } from '#server/verify/verify.ts'
import type { TestDatabase } from '#test/database.ts'
import { loadWhole } from '#test/engine/load-whole.ts'
import { restoreFixture } from '#test/verify/load-fixture.ts'

/** The fixture ends here; keys are kept for a day, so the clock must not be today's. */
const endMs = Date.UTC(2026, 0, 5, 1, 13, 23, 374)
const clock = { now: () => endMs, elapsed: systemClock.elapsed }
const last = { seq: 149, hash: 'a766a8e6c1c8ff20c406b99cf3f2fe216ce36efcd0a2b2baa964b3d2cb20374c' }
const commands = 157
const metrics = createMetrics()
const log = createLog('error', process.stderr)

/** The fixture's code had 0012. 0011 and 0012 only add a constraint, so its rows fit 0010 as well. */
for (const lastMigration of [10, 12])
  describe(`a database of rules 1, migrated up to ${lastMigration}`, () => {
    let database: TestDatabase
    let running: Running | undefined
    before(async () => {
      database = await restoreFixture('rules-1', lastMigration)
    })
    after(async () => {
      await running?.engine.stop()
      await database.drop()
    })

    test('takes the remaining migrations', async () => {
      const applied = 'select max(number) as number from migrations'
      assert.deepEqual((await database.query(applied)).rows, [{ number: lastMigration }])
      await prepareDatabase(urlAddress(database.url), log)
      assert.deepEqual((await database.query(applied)).rows, [{ number: readMigrations().length }])
    })

    for (const rules of [rulesVersion, rulesVersion + 1])
      test(`verifies under rules ${rules} without a finding`, async () => {
        const report = await verify({ pool: database.pool, clock, rules, expected: last })
        assertClean(report, rules)
        assert.deepEqual(contentOf(report), {
          ...{ batches: 149, last, accounts: 10, orders: 55, transfers: 83, movements: 24 },
          ...{ notices: 8, outcomes: 54, decided: rules === 1 ? commands : 0 },
        })
      })

    test('loads into the engine whole', async () => {
      const store = createPostgresStore(database.pool, database.pool)
      const whole = await loadWhole(store, new Date(0))
      assert.deepEqual(
        [whole.accounts.length, whole.orders.length, whole.keys.length, whole.movements.length],
        [10, 23, 54, 24],
      )
      assert.deepEqual([whole.nextOrderId, whole.nextTransferId], [56, 84])
      running = await startEngine(database)
      assert.ok(running.engine.isReady())
    })

    test('answers every kept key with its kept outcome', async () => {
      const { engine } = running ?? assert.fail()
      const { rows } = await database.query<KeptRow>(
        `select user_id::int as "userId", is_demo as "isDemo", key, fingerprint, outcome
         from command_outcomes join users on users.id = user_id order by user_id, key`,
      )
      assert.equal(rows.length, 54)
      for (const { key, fingerprint, outcome, ...asker } of rows) {
        // A known key is answered before the request is looked at; without its outcome this one would be refused.
        const request = { kind: 'cancel_order', orderId: 0 } as const
        const answer = await engine.ask(asker, request, { key, fingerprint })
        assert.partialDeepStrictEqual(answer, outcome, `key ${key} of user ${asker.userId}`)
        const other = await engine.ask(asker, request, { key, fingerprint: '0'.repeat(64) })
        assert.deepEqual(other, { kind: 'mismatch' })
      }
    })

    test('trades on with its orders, and verifies with old and new commands', async () => {
      const { engine, quoteAll } = running ?? assert.fail()
      quoteAll()
      // Its answer comes after everything that the quotes did.
      const deposit = { kind: 'deposit', amount: micros(1_000_000), reference: 'after' } as const
      assert.equal((await engine.ask({ userId: 1, isDemo: false }, deposit)).kind, 'done')
      for (const { id, status, ...asker } of await standingOrders(database)) {
        const closing = { kind: 'close_order', orderId: id, lots: null } as const
        const cancelling = { kind: 'cancel_order', orderId: id } as const
        const answer = await engine.ask(asker, status === 'open' ? closing : cancelling)
        assert.equal(answer.kind, 'done', `order ${id}`)
      }
      assert.deepEqual(await standingOrders(database), [])
      const report = await verify({ pool: database.pool, clock, expected: last })
      assertClean(report, rulesVersion)
      assert.ok(report.tally.batches > last.seq)
    })
  })

/** Every command of rules 1 is decided again by those rules, and re-applied by newer ones. */
function assertClean(report: Report, rules: number): void {
  assert.deepEqual([report.findings, report.isWhole], [[], true])
  const reapplied = rules === 1 ? 0 : commands
  assert.equal(report.tally.how.reapplied, reapplied)
  assert.ok(summaryOf(report).some((line) => line.includes(` ${reapplied} of older rules`)))
}

function contentOf({ tally, last, books, orders, transfers, movements, notices, outcomes }: Report) {
  return {
    ...{ batches: tally.batches, last, accounts: books.real.accounts + books.demo.accounts, orders },
    ...{ transfers, movements, notices, outcomes, decided: tally.how.decided },
  }
}

type Running = { readonly engine: Engine; readonly quoteAll: () => void }

/** `quoteAll` opens every market of the fixture and repeats its last quote. */
async function startEngine({ pool }: TestDatabase): Promise<Running> {
  const quotes = await readLastQuotes(pool, await sourceIdOf(pool, 'day'))
  const { markets } = await loadMarkets(pool)
  let tell: ((event: MarketEvent) => void) | undefined
  let seq = Math.max(...quotes.map((quote) => quote.seq))
  const engine = await createEngine({
    store: createPostgresStore(pool, pool),
    markets,
    lastPrices: quotes.map((quote) => ({ marketId: quote.marketId, state: 'closed', quote })),
    feed: 'day',
    feeMode: () => 'per_lot',
    onMarketEvent(handler) {
      tell = handler
      return () => undefined
    },
    publish: () => undefined,
    onLost: (sentence) => assert.fail(sentence),
    holder: 'rules 1',
    clock,
    timers: systemTimers,
    log,
    metrics,
  })
  const quoteAll = () => {
    for (const quote of quotes) {
      const about = { marketId: quote.marketId, timeMs: endMs }
      seq += 1
      tell?.({ kind: 'state', state: 'open', ...about, seq })
      seq += 1
      tell?.({ kind: 'quote', bid: quote.bid, ask: quote.ask, ...about, seq })
    }
  }
  return { engine, quoteAll }
}

type AskerRow = { readonly userId: number; readonly isDemo: boolean }

type KeptRow = AskerRow & { readonly key: string; readonly fingerprint: string; readonly outcome: object }

type StandingRow = AskerRow & { readonly id: number; readonly status: 'open' | 'pending' }

async function standingOrders({ query }: TestDatabase): Promise<readonly StandingRow[]> {
  const { rows } = await query<StandingRow>(
    `select orders.id::int as id, status, user_id::int as "userId", is_demo as "isDemo"
     from orders join users on users.id = user_id where status in ('open', 'pending') order by orders.id`,
  )
  return rows
}
