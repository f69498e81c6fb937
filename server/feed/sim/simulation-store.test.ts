import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { dayMs } from '#core/candle/period.ts'
import { markets as seeded } from '#db/seed/markets.ts'
import { loadSimulation } from '#server/feed/sim/simulation-store.ts'
import { loadMarkets } from '#server/market-data/market-data.ts'
import { createLog } from '#server/platform/log.ts'
import { systemRandom } from '#server/platform/random.ts'
import { urlAddress } from '#server/storage/database-connection.ts'
import { prepareDatabase } from '#server/storage/prepare-database-store.ts'
import { readCorrections } from '#server/storage/storage.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { returnToMigration } from '#test/verify/load-fixture.ts'

const nowMs = Date.UTC(2026, 10, 4, 12)
const hourMs = 3_600_000
const [first, second, third] = seeded.map(({ id }) => id)
let database: TestDatabase

before(async () => {
  database = await createTestDatabase()
  await loadMarkets(database.pool)
})

after(() => database.drop())

const load = (changed: Partial<Parameters<typeof loadSimulation>[0]> = {}) =>
  loadSimulation({
    pool: database.pool,
    random: systemRandom,
    log: createLog('silent'),
    feedSeed: undefined,
    markets: seeded,
    lastBids: new Map(),
    corrections: undefined,
    nowMs,
    ...changed,
  })

/** Takes the system time three days before the recorded one. */
async function correctionOf({ pool }: Pick<TestDatabase, 'pool'>) {
  await pool.query(
    'insert into clock_corrections (taken_at, recorded_at, batch_seq, quote_seq) values ($1, $2, 0, 0)',
    [new Date(nowMs), new Date(nowMs + 3 * dayMs)],
  )
  return await readCorrections(pool)
}

describe('the stored simulation', () => {
  test('has a random seed of 256 bits, drawn once, also by processes that start together', async () => {
    const loaded = await Promise.all([load(), load(), load()])
    const seeds = new Set(loaded.map(({ seed }) => Buffer.from(seed).toString('hex')))
    assert.equal(seeds.size, 1)
    assert.equal(loaded[0]?.seed.length, 32)
    const other = await createTestDatabase()
    try {
      await loadMarkets(other.pool)
      assert.notDeepEqual((await load({ pool: other.pool })).seed, loaded[0]?.seed)
    } finally {
      await other.drop()
    }
  })

  test('starts at the last simulated prices, otherwise at the reference prices, and keeps that', async () => {
    const feedSeed = 'starts'
    const bid = { timeMs: nowMs - 5000, bid: 123_456 }
    const lastBids = new Map([[first ?? 0, bid]])
    const { origins } = await load({ feedSeed, lastBids, markets: seeded.slice(0, 2) })
    assert.deepEqual(origins.get(first ?? 0), bid)
    assert.equal(origins.get(second ?? 0)?.bid, seeded[1]?.referencePrice)
    const later = new Map([[first ?? 0, { timeMs: nowMs, bid: 5 }]])
    const again = await load({ feedSeed, lastBids: later, nowMs: nowMs + 1e9 })
    assert.deepEqual(again.origins.get(first ?? 0), bid)
    assert.deepEqual(again.origins.get(second ?? 0), origins.get(second ?? 0))
    assert.equal(
      again.origins.get(third ?? 0)?.bid,
      seeded[2]?.referencePrice,
      'a market that is added later',
    )
  })

  test('has no origin for a cross, and gives it one when a dollar market is missing', async () => {
    const cross = seeded.find(({ code }) => code === 'EURJPY') ?? assert.fail()
    const all = await load({ feedSeed: 'cross', lastBids: new Map([[cross.id, { timeMs: nowMs, bid: 5 }]]) })
    assert.equal(all.origins.get(cross.id), undefined)
    const without = seeded.filter(({ code }) => ['EURUSD', 'EURJPY'].includes(code))
    const later = { timeMs: nowMs + 1, bid: 6 }
    const few = await load({ feedSeed: 'cross', markets: without, lastBids: new Map([[cross.id, later]]) })
    assert.deepEqual(few.origins.get(cross.id), later)
  })

  test('of a FEED_SEED does not depend on the time of the first start', async () => {
    const early = await load({ feedSeed: 'early' })
    const other = await createTestDatabase()
    try {
      await loadMarkets(other.pool)
      assert.deepEqual(await load({ feedSeed: 'early', pool: other.pool, nowMs: nowMs + 1e10 }), early)
    } finally {
      await other.drop()
    }
    assert.notDeepEqual((await load({ feedSeed: 'late' })).seed, early.seed)
  })

  test('without a FEED_SEED starts at the reference prices at the time of the first start', async () => {
    const { origins } = await load({ nowMs: nowMs + 1e10 })
    assert.deepEqual(origins.get(first ?? 0), { timeMs: nowMs, bid: seeded[0]?.referencePrice })
  })

  describe('after the clock was ahead', () => {
    let corrected: TestDatabase
    beforeEach(async () => {
      corrected = await createTestDatabase()
      await loadMarkets(corrected.pool)
    })
    afterEach(() => corrected.drop())

    const seedCount = async () => (await corrected.query('select from simulation_seeds')).rowCount
    const correct = () => correctionOf(corrected)

    test('gets one new seed for each correction, also by processes that start together', async () => {
      const { pool } = corrected
      const old = await load({ pool, nowMs: nowMs + 3 * dayMs })
      const lastBids = new Map([[first ?? 0, { timeMs: nowMs, bid: 123_456 }]])
      const corrections = await correct()
      const loaded = await Promise.all([1, 2, 3].map(() => load({ pool, lastBids, corrections })))
      assert.equal(new Set(loaded.map(({ seed }) => Buffer.from(seed).toString('hex'))).size, 1)
      assert.notDeepEqual(loaded[0]?.seed, old.seed)
      assert.deepEqual(loaded[0]?.origins.get(first ?? 0), { timeMs: nowMs, bid: 123_456 })
      assert.deepEqual(await load({ pool, corrections, nowMs: nowMs + dayMs }), loaded[0])
      assert.equal(await seedCount(), 2)
      await load({ pool, corrections: await correct() })
      assert.equal(await seedCount(), 3)
    })

    test('gets a new seed if only its origins were stored before the server was killed', async () => {
      const { pool } = corrected
      const old = await load({ pool, nowMs: Date.UTC(2030, 0) })
      const { seed, origins } = await load({ pool })
      assert.notDeepEqual(seed, old.seed)
      assert.deepEqual(origins.get(first ?? 0), { timeMs: nowMs, bid: seeded[0]?.referencePrice })
      assert.deepEqual(await load({ pool, nowMs: nowMs - hourMs }), { seed, origins })
    })

    test('keeps the seed of a FEED_SEED', async () => {
      const { pool } = corrected
      const early = await load({ pool, feedSeed: 'kept' })
      assert.deepEqual(await load({ pool, feedSeed: 'kept', corrections: await correct() }), early)
      assert.equal(await seedCount(), 0)
    })
  })

  test('of a database with one seed goes on after the upgrade', async () => {
    const old = await createTestDatabase()
    try {
      const seed = Buffer.alloc(32, 7)
      await returnToMigration(old, 27)
      await old.query('insert into simulation_seed (seed) values ($1)', [seed])
      const log = createLog('silent')
      await prepareDatabase({ owner: urlAddress(old.url), dataDir: tmpdir(), log })
      await loadMarkets(old.pool)
      const { origins, ...loaded } = await load({ pool: old.pool })
      assert.deepEqual(loaded, { seed })
      assert.deepEqual(await load({ pool: old.pool, nowMs: nowMs + hourMs }), { seed, origins })
      const corrections = await correctionOf(old)
      assert.notDeepEqual((await load({ pool: old.pool, corrections })).seed, seed)
      await assert.rejects(old.query('delete from simulation_seeds'), /append-only/)
    } finally {
      await old.drop()
    }
  })

  test('cannot be changed', async () => {
    for (const statement of [
      `update simulation_seeds set seed = decode(repeat('00', 32), 'hex')`,
      'delete from simulation_seeds',
      'update clock_corrections set recorded_at = taken_at',
      'delete from clock_corrections',
      'update price_origins set bid = bid + 1',
      'delete from price_origins',
    ]) {
      await assert.rejects(database.pool.query(statement), /permission denied|append-only/)
    }
  })
})
