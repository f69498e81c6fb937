// The system clock was ahead for a while and is right again, so that a start takes an earlier time than is recorded.
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { dayMs } from '#core/candle/period.ts'
import { followServerClock } from '#server/bootstrap/start-clock.ts'
import { createSteadyClock } from '#server/platform/clock.ts'
import { createLog } from '#server/platform/log.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { assertGoesOn, type Run, startRun } from '#test/market-data/clocked-run.ts'

const noon = Date.UTC(2026, 10, 4, 12)
const hourMs = 3_600_000
/** Keeps the cluster running between the tests. */
let held: TestDatabase
let database: TestDatabase

before(async () => {
  held = await createTestDatabase()
})

after(() => held.drop())

beforeEach(async () => {
  database = await createTestDatabase()
})

afterEach(() => database.drop())

const start = (systemMs: number, options?: Parameters<typeof startRun>[2]) =>
  startRun(database, systemMs, options)

/** Publishes prices for 20 seconds on a clock that shows this time. */
async function runAt(systemMs: number, options?: Parameters<typeof startRun>[2]): Promise<Run> {
  const run = await start(systemMs, options)
  run.pass(20_000)
  await run.stop()
  return run
}

async function countOf(table: string): Promise<number> {
  const { rows } = await database.query<{ count: number }>(`select count(*)::int as count from ${table}`)
  return rows[0]?.count ?? 0
}

function pricesOf(run: Run): ReadonlySet<string> {
  return new Set(run.quotes().map(({ marketId, timeMs, bid, ask }) => [marketId, timeMs, bid, ask].join()))
}

/** Share of the first run's quotes that the later one published again. */
function repeatedShare(first: Run, later: Run): number {
  const published = pricesOf(first)
  const again = [...pricesOf(later)].filter((price) => published.has(price))
  return again.length / published.size
}

function assertStartsAtLastPrices(earlier: Run, later: Run): void {
  const last = new Map(earlier.quotes().map(({ marketId, bid }) => [marketId, bid]))
  const first = new Map(
    later
      .quotes()
      .toReversed()
      .map(({ marketId, bid }) => [marketId, bid]),
  )
  assert.equal(first.size, last.size)
  for (const [marketId, bid] of first) {
    const before = last.get(marketId) ?? 0
    assert.ok(Math.abs(bid / before - 1) < 0.003, `market ${marketId}: ${before}, then ${bid}`)
  }
}

const errors = [
  ['three days', 3 * dayMs],
  ['a day and a minute', dayMs + 60_000],
  ['four years, since the first start', Date.UTC(2030, 10, 4, 12) - noon],
] as const

describe('after a clock that was ahead by days was corrected', () => {
  for (const [name, aheadMs] of errors)
    test(`by ${name}, prices go on from the last ones and do not come again`, async () => {
      // A day after its first start prices are no longer at the reference.
      const firstMs = noon + aheadMs - dayMs
      const wrong = await start(firstMs)
      wrong.step(dayMs)
      wrong.pass(20_000)
      await wrong.stop()
      const right = await start(noon)
      assert.equal(right.clock.now(), noon)
      assert.match(right.lines.join('\n'), /more than a day ahead of the system clock/)
      assert.match(right.lines.join('\n'), /go on from the last ones with a new seed/)
      assertGoesOn(right)
      assertStartsAtLastPrices(wrong, right)
      right.step(aheadMs - 6000)
      right.pass(30_000)
      assert.ok(repeatedShare(wrong, right) < 0.01)
      await right.stop()
      const { rows } = await database.query<{ newest: number }>(
        'select max(at_ms)::float8 as newest from price_origins group by simulation order by newest',
      )
      assert.deepEqual(
        rows.map(({ newest }) => newest),
        [noon, firstMs],
      )
    })

  test('the next starts keep the seed and the system time, and log nothing', async () => {
    await runAt(noon + 3 * dayMs)
    await runAt(noon)
    // 2.5 days later the wrong times are less than a day ahead.
    for (const laterMs of [60_000, 2.5 * dayMs]) {
      const later = await start(noon + laterMs)
      assert.equal(later.clock.now(), noon + laterMs)
      assert.deepEqual(later.lines, [])
      assertGoesOn(later)
      await later.stop()
    }
    assert.equal(await countOf('simulation_seeds'), 2)
  })

  test('a second error is corrected in the same way', async () => {
    await runAt(noon + 3 * dayMs)
    await runAt(noon)
    const wrong = await runAt(noon + 3 * dayMs)
    const second = await runAt(noon + 60_000)
    assertStartsAtLastPrices(wrong, second)
    assert.equal(await countOf('simulation_seeds'), 3)
    assert.equal(await countOf('clock_corrections'), 2)
  })

  test('charts end at the current price', async () => {
    await runAt(noon + 3 * dayMs)
    const right = await start(noon)
    right.pass(5000)
    const view = right.marketData.view(101)
    for (const period of ['1min', '5min', '1day'] as const) {
      const candles = await right.marketData.candles({ marketId: 101, period, limit: 10 })
      assert.equal(candles.length, 10)
      assert.equal(candles.at(-1)?.close, view?.quote?.bid)
      assert.ok(candles.every(({ startMs }) => startMs <= right.clock.now()))
    }
    await right.stop()
  })

  test('journal batches of the wrong time are not continued later', async () => {
    await database.query(
      `insert into journal (shard_group, seq, epoch, at, packed, hash)
       values (0, 1, 1, $1, '', decode(repeat('00', 32), 'hex'))`,
      [new Date(noon + 3 * dayMs)],
    )
    await runAt(noon)
    const later = await start(noon + 2.5 * dayMs)
    assert.equal(later.clock.now(), noon + 2.5 * dayMs)
    assert.deepEqual(later.lines, [])
    await later.stop()
  })

  test('with a FEED_SEED prices come again, and every start until then says so', async () => {
    const options = { feedSeed: 'fixed' }
    const wrong = await runAt(noon + 3 * dayMs, options)
    const said = /come again: set another FEED_SEED/
    assert.doesNotMatch(wrong.lines.join('\n'), said)
    assert.match((await runAt(noon, options)).lines.join('\n'), said)
    assert.match((await runAt(noon + hourMs, options)).lines.join('\n'), said)
    const again = await runAt(noon + 3 * dayMs, options)
    assert.ok(repeatedShare(wrong, again) > 0.9)
    assert.doesNotMatch((await runAt(noon + 4 * dayMs, options)).lines.join('\n'), said)
  })
})

describe('after a clock that was ahead by hours was corrected', () => {
  test('CLOCK=system takes the system time, and prices do not come again', async () => {
    const wrong = await runAt(noon + 3 * hourMs)
    const right = await start(noon, { mode: 'system' })
    assert.equal(right.clock.now(), noon)
    assert.match(right.lines.join('\n'), /CLOCK is \\"system\\": the server takes the system time/)
    assertGoesOn(right)
    assertStartsAtLastPrices(wrong, right)
    await right.stop()
    const later = await start(noon + 60_000)
    assert.equal(later.clock.now(), noon + 60_000)
    assert.deepEqual(later.lines, [])
    later.step(3 * hourMs - 66_000)
    later.pass(30_000)
    assert.ok(repeatedShare(wrong, later) < 0.01)
    await later.stop()
    assert.equal(await countOf('simulation_seeds'), 2)
  })

  for (const [name, aheadMs] of [
    ['is right', -hourMs],
    ['was set back by less than a second', 900],
  ] as const)
    test(`CLOCK=system changes nothing if the clock ${name}`, async () => {
      const first = await start(noon)
      first.pass(20_000)
      const lastMs = first.newestMs()
      await first.stop()
      const second = await start(lastMs - aheadMs, { mode: 'system' })
      assert.ok(second.clock.now() >= lastMs)
      assertGoesOn(second)
      await second.stop()
      assert.equal(await countOf('simulation_seeds'), 1)
      assert.equal(await countOf('clock_corrections'), 0)
    })
})

describe('a tool beside the server', () => {
  const follow = async (systemMs: number) => {
    const system = { now: () => systemMs, elapsed: () => 0 }
    const clock = createSteadyClock(system)
    const config = { clockMode: 'steady' } as const
    const parts = { system, clock, pool: database.pool, config, log: createLog('silent') }
    return { nowMs: clock.now(), corrections: await followServerClock(parts) }
  }

  test('learns of a correction before and after the next start, and records none', async () => {
    assert.equal((await follow(noon)).corrections, undefined)
    const wrong = await runAt(noon + 3 * dayMs)
    const recordedMs = wrong.newestMs()
    const due = await follow(noon)
    assert.deepEqual(due, { nowMs: noon, corrections: { batchSeq: Number.MAX_SAFE_INTEGER, recordedMs } })
    assert.equal(await countOf('clock_corrections'), 0)
    await runAt(noon)
    const { corrections } = await follow(noon + 60_000)
    assert.equal(corrections?.recordedMs, recordedMs)
    assert.equal(corrections?.batchSeq, 0)
  })
})
