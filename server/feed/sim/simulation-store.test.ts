import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { markets as seeded } from '#db/seed/markets.ts'
import { loadSimulation } from '#server/feed/sim/simulation-store.ts'
import { loadMarkets } from '#server/market-data/market-data.ts'
import { systemRandom } from '#server/platform/random.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'

const nowMs = Date.UTC(2026, 10, 4, 12)
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
    feedSeed: undefined,
    markets: seeded,
    lastBids: new Map(),
    nowMs,
    ...changed,
  })

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

  test('cannot be changed', async () => {
    for (const statement of [
      `update simulation_seed set seed = decode(repeat('00', 32), 'hex')`,
      'delete from simulation_seed',
      'update price_origins set bid = bid + 1',
      'delete from price_origins',
    ]) {
      await assert.rejects(database.pool.query(statement), /permission denied|append-only/)
    }
  })
})
