// Databases written by earlier versions must always migrate, start and verify. See fixtures/README.md.
import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { after, before, describe, test } from 'node:test'
import type { MarketEvent } from '#core/market/quote.ts'
import { micros } from '#core/money/amounts.ts'
import {
  checkProof,
  createEngine,
  createPostgresStore,
  type Engine,
  rulesVersion,
} from '#server/engine/engine.ts'
import { loadMarkets } from '#server/market-data/load-markets.ts'
import { readLastQuotes, sourceIdOf } from '#server/market-data/quote-store.ts'
import { type Clock, systemClock } from '#server/platform/clock.ts'
import { createLog } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemRandom } from '#server/platform/random.ts'
import { systemTimers } from '#server/platform/timers.ts'
import { urlAddress } from '#server/storage/database-connection.ts'
import { readMigrations } from '#server/storage/migrations/migration-files.ts'
import { prepareDatabase } from '#server/storage/prepare-database-store.ts'
import { type Checkpoint, createProof, type Report, summaryOf, verify } from '#server/verify/verify.ts'
import { type TestDatabase, withOwner } from '#test/database.ts'
import { loadEverything } from '#test/engine/store-fixture.ts'
import { restoreFixture } from '#test/verify/load-fixture.ts'

type Fixture = {
  readonly name: string
  /** The fixture is restored once at each of these migrations. */
  readonly migrations: readonly number[]
  /** Format of its journal. */
  readonly format: 1 | 2
  /** Source of its quotes. */
  readonly source: string
  /** Time of the last batch, which the engine's clock shows. At today's date all keys would have expired. */
  readonly endMs: number
  readonly rules: number
  readonly commands: number
  readonly last: { readonly seq: number; readonly hash: string }
  readonly counts: Readonly<Record<'accounts' | 'orders' | 'transfers' | 'movements' | 'notices', number>>
  readonly activeOrders: number
  readonly keys: number
  /** True if the fixture contains the last quotes of its markets, so that the engine can continue trading. */
  readonly hasQuotes: boolean
}

const fixtures: readonly Fixture[] = [
  {
    name: 'rules-1',
    // Written at migration 0012. 0011 and 0012 only add constraints, so the rows also fit 0010.
    migrations: [10, 12],
    format: 1,
    source: 'day',
    endMs: Date.UTC(2026, 0, 5, 1, 13, 23, 374),
    rules: 1,
    commands: 157,
    last: { seq: 149, hash: 'a766a8e6c1c8ff20c406b99cf3f2fe216ce36efcd0a2b2baa964b3d2cb20374c' },
    counts: { accounts: 10, orders: 55, transfers: 83, movements: 24, notices: 8 },
    activeOrders: 23,
    keys: 54,
    hasQuotes: true,
  },
  {
    name: 'rules-2',
    migrations: [14],
    format: 1,
    source: 'day',
    endMs: Date.UTC(2026, 0, 5, 0, 58, 24, 466),
    rules: 2,
    commands: 79,
    last: { seq: 76, hash: '9a3f464f9981159de894f36d5db1ae013dd797740669f92ab70658dfe3dd5abd' },
    counts: { accounts: 3, orders: 29, transfers: 31, movements: 5, notices: 3 },
    activeOrders: 2,
    keys: 26,
    hasQuotes: false,
  },
  {
    name: 'format-2',
    migrations: [18],
    format: 2,
    source: 'day:eur',
    endMs: Date.UTC(2026, 0, 5, 0, 3, 45),
    rules: 2,
    commands: 33,
    last: { seq: 31, hash: 'e0cec21f069997ff2008c2dd29c1b7a65d92e96d56c87291d432531996357921' },
    counts: { accounts: 4, orders: 12, transfers: 22, movements: 4, notices: 1 },
    activeOrders: 7,
    keys: 19,
    hasQuotes: true,
  },
]

/** Any command under a burned key is refused, whatever its parameters. */
const tooLate = { kind: 'refused', reason: 'too_late' }

const metrics = createMetrics()
const log = createLog('error', process.stderr)

for (const fixture of fixtures)
  for (const lastMigration of fixture.migrations) describeFixture(fixture, lastMigration)

function describeFixture(fixture: Fixture, lastMigration: number): void {
  const { name, format, endMs, last, counts, activeOrders, keys, hasQuotes } = fixture
  const clock = { now: () => endMs, elapsed: systemClock.elapsed }

  describe(`the database ${name}, migrated up to ${lastMigration}`, () => {
    let database: TestDatabase
    let running: Running | undefined
    before(async () => {
      database = await restoreFixture(name, lastMigration)
    })
    after(async () => {
      await running?.engine.stop()
      await database.drop()
    })

    test('accepts the remaining migrations', async () => {
      const applied = 'select max(number) as number from migrations'
      assert.deepEqual((await database.query(applied)).rows, [{ number: lastMigration }])
      await prepareDatabase({ owner: urlAddress(database.url), dataDir: tmpdir(), log })
      assert.deepEqual((await database.query(applied)).rows, [{ number: readMigrations().length }])
    })

    for (const rules of [rulesVersion, rulesVersion + 1])
      test(`verifies under rules ${rules} without a finding`, async () => {
        const report = await verify({ pool: database.pool, clock, rules, expected: last })
        assertClean(report, fixture, rules)
        const decided = isDecidedAgain(fixture, rules) ? fixture.commands : 0
        assert.deepEqual(contentOf(report), { batches: last.seq, last, ...counts, outcomes: keys, decided })
      })

    for (const column of ['packed', 'hash'])
      test(`finds a flipped bit in ${column} of a batch of format ${format}`, async () => {
        const flip = () => flipBit(database, column, last.seq - 3)
        await flip()
        const { findings } = await verify({ pool: database.pool, clock })
        await flip()
        const [{ kind, seq, column: found } = assert.fail()] = findings
        assert.deepEqual([kind, seq, found], ['journal', last.seq - 3, 'hash'])
      })

    test('loads completely into the engine', async () => {
      const whole = await loadEverything(createPostgresStore(database.enginePool, database.pool), new Date(0))
      assert.deepEqual(
        [whole.accounts.length, whole.orders.length, whole.keys.length, whole.movements.length],
        [counts.accounts, activeOrders, keys, counts.movements],
      )
      assert.deepEqual([whole.nextOrderId, whole.nextTransferId], [counts.orders + 1, counts.transfers + 1])
      running = await startEngine(database, clock, fixture.source)
      assert.ok(running.engine.isReady())
    })

    test('answers every stored key with its stored outcome', async () => {
      const { engine } = running ?? assert.fail()
      const { rows } = await database.query<KeptRow>(
        `select user_id::int as "userId", is_demo as "isDemo", key, fingerprint, outcome
         from command_outcomes join users on users.id = user_id order by user_id, key`,
      )
      assert.equal(rows.length, keys)
      for (const { key, fingerprint, outcome, ...asker } of rows) {
        // The engine answers a stored key without checking the request. With a new key this request would be refused.
        const request = { kind: 'cancel_order', orderId: 0 } as const
        const answer = await engine.submit(asker, request, { key, fingerprint })
        const other = await engine.submit(asker, request, { key, fingerprint: '0'.repeat(64) })
        const isBurned = outcome.kind === 'burned'
        assert.partialDeepStrictEqual(
          answer,
          isBurned ? tooLate : outcome,
          `key ${key} of user ${asker.userId}`,
        )
        assert.deepEqual(other, isBurned ? tooLate : { kind: 'mismatch' })
      }
    })

    test('continues trading with its orders, and verifies with old and new commands', {
      skip: !hasQuotes,
    }, async () => {
      const { engine, quoteAll } = running ?? assert.fail()
      const checkpoint = await checkpointOf(database, clock)
      quoteAll()
      // The deposit is answered after the effects of all quotes.
      const deposit = { kind: 'deposit', amount: micros(1_000_000), reference: 'after' } as const
      assert.equal((await engine.submit({ userId: 1, isDemo: false }, deposit)).kind, 'done')
      for (const { id, status, ...asker } of await activeOrdersOf(database)) {
        const closing = { kind: 'close_order', orderId: id, lots: null } as const
        const cancelling = { kind: 'cancel_order', orderId: id } as const
        const answer = await engine.submit(asker, status === 'open' ? closing : cancelling)
        assert.equal(answer.kind, 'done', `order ${id}`)
      }
      assert.deepEqual(await activeOrdersOf(database), [])
      const report = await verify({ pool: database.pool, clock, expected: last })
      assertClean(report, fixture, rulesVersion)
      assert.ok(report.tally.batches > last.seq)
      const later = await verify({ pool: database.pool, clock, from: checkpoint })
      assert.deepEqual([later.findings, later.tally.batches], [[], report.tally.batches - last.seq])
      await assertProven(database, format === 1 ? last.seq : 0)
    })
  })
}

/** No fixture has a command that version 3 decides otherwise than version 2. */
function isDecidedAgain(fixture: Fixture, rules: number): boolean {
  return rules === 3 && fixture.rules === 2
}

/** Commands of other rules are only re-applied. */
function assertClean(report: Report, fixture: Fixture, rules: number): void {
  assert.deepEqual([report.findings, report.isComplete], [[], true])
  const reapplied = isDecidedAgain(fixture, rules) ? 0 : fixture.commands
  assert.equal(report.tally.byMode.reapplied, reapplied)
  assert.ok(summaryOf(report).some((line) => line.includes(` ${reapplied} of older rules`)))
}

function contentOf({ tally, last, books, orders, transfers, movements, notices, outcomes }: Report) {
  return {
    ...{ batches: tally.batches, last, accounts: books.real.accounts + books.demo.accounts, orders },
    ...{ transfers, movements, notices, outcomes, decided: tally.byMode.decided },
  }
}

async function flipBit({ url }: TestDatabase, column: string, seq: number): Promise<void> {
  await withOwner(url, async (owner) => {
    await owner.query('set session_replication_role = replica')
    const flipped = `set_bit(${column}, 77, 1 - get_bit(${column}, 77))`
    await owner.query(`update journal set ${column} = ${flipped} where seq = $1`, [seq])
  })
}

async function checkpointOf({ pool }: TestDatabase, clock: Clock): Promise<Checkpoint> {
  let found: Checkpoint | undefined
  const onClean = async (checkpoint: Checkpoint) => {
    found = checkpoint
  }
  await verify({ pool, clock, onClean })
  return found ?? assert.fail()
}

/** The batches of format 1 are left out of a proof, and versions start after them. */
async function assertProven({ pool }: TestDatabase, lastOfFormat1: number): Promise<void> {
  const result = await createProof(pool, { user: '1', hasLinks: true })
  if (result.kind !== 'proof') assert.fail(result.why)
  const [first] = result.proof.batches
  assert.equal(result.skipped, lastOfFormat1)
  assert.ok(first !== undefined && first.seq > lastOfFormat1)
  assert.equal(first.version, first.changes)
  assert.deepEqual(checkProof(result.proof).problems, [])
}

type Running = { readonly engine: Engine; readonly quoteAll: () => void }

/** `quoteAll` opens every market of the fixture and repeats its last quote. */
async function startEngine(
  { pool, enginePool }: TestDatabase,
  clock: Clock,
  source: string,
): Promise<Running> {
  const quotes = await readLastQuotes(pool, new Map([[await sourceIdOf(pool, source), source]]))
  const { markets } = await loadMarkets(pool)
  let emit: ((event: MarketEvent) => void) | undefined
  let seq = Math.max(...quotes.map((quote) => quote.seq))
  const engine = await createEngine({
    store: createPostgresStore(enginePool, pool),
    markets,
    lastPrices: quotes.map((quote) => ({ marketId: quote.marketId, state: 'closed', quote })),
    feed: 'day',
    feeMode: () => 'per_lot',
    isRealOpeningBlocked: () => false,
    onMarketEvent(handler) {
      emit = handler
      return () => undefined
    },
    publish: () => undefined,
    onLeaseLost: (message) => assert.fail(message),
    holder: 'test',
    clock,
    timers: systemTimers,
    random: systemRandom,
    log,
    metrics,
  })
  const quoteAll = () => {
    for (const quote of quotes) {
      const about = { marketId: quote.marketId, timeMs: clock.now() }
      seq += 1
      emit?.({ kind: 'state', state: 'open', ...about, seq })
      seq += 1
      emit?.({ kind: 'quote', bid: quote.bid, ask: quote.ask, source: quote.source, ...about, seq })
    }
  }
  return { engine, quoteAll }
}

type AskerRow = { readonly userId: number; readonly isDemo: boolean }

type KeptRow = AskerRow & {
  readonly key: string
  readonly fingerprint: string
  readonly outcome: { readonly kind: string }
}

type ActiveRow = AskerRow & { readonly id: number; readonly status: 'open' | 'pending' }

async function activeOrdersOf({ query }: TestDatabase): Promise<readonly ActiveRow[]> {
  const { rows } = await query<ActiveRow>(
    `select orders.id::int as id, status, user_id::int as "userId", is_demo as "isDemo"
     from orders join users on users.id = user_id where status in ('open', 'pending') order by orders.id`,
  )
  return rows
}
