// The system clock is behind the recorded times: it was ahead for a while and is right again, or it is wrong now.
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { dayMs } from '#core/candle/period.ts'
import { followServerClock } from '#server/bootstrap/start-clock.ts'
import { createSteadyClock } from '#server/platform/clock.ts'
import { createLog } from '#server/platform/log.ts'
import { StartFailure } from '#server/platform/start-failure.ts'
import { recordCorrection } from '#server/storage/storage.ts'
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

/** The starts that CLOCK=system is for. */
const corrected = { mode: 'system' } as const
const tookSystemTime = /takes the system time, although later times are recorded/

describe('a system clock more than a day behind the recorded times', () => {
  for (const [name, behindMs] of [...errors, ['decades, at the start of its era', noon]] as const)
    test(`by ${name}, refuses the start and writes nothing`, async () => {
      await runAt(noon)
      const { rows: quotes } = await database.query('select * from last_quotes order by market_id')
      await assert.rejects(start(noon - behindMs), (fault: Error) => {
        assert.ok(fault instanceof StartFailure)
        assert.match(fault.message, /until 2026-11-04T12:00:.*more than a day after the system clock/)
        assert.match(fault.message, /correct it and start again/)
        assert.match(fault.message, /start once with CLOCK=system/)
        return true
      })
      assert.equal(await countOf('clock_corrections'), 0)
      assert.equal(await countOf('simulation_seeds'), 1)
      assert.deepEqual((await database.query('select * from last_quotes order by market_id')).rows, quotes)
      const right = await start(noon + 60_000)
      assert.deepEqual(right.lines, [])
      assertGoesOn(right)
      await right.stop()
      assert.equal(await countOf('simulation_seeds'), 1)
    })

  test('refuses the start, too, if the run before was killed before its first save', async () => {
    await start(noon)
    assert.equal(await countOf('last_quotes'), 0)
    await assert.rejects(start(noon - 2 * dayMs), StartFailure)
    const right = await start(noon + 60_000)
    assert.deepEqual(right.lines, [])
    await right.stop()
  })

  test('leaves the prices of the right time as they would have been', async () => {
    await runAt(noon)
    const without = await start(noon + 60_000)
    await assert.rejects(start(noon - 30 * dayMs), StartFailure)
    const after = await start(noon + 60_000)
    for (const run of [without, after]) run.pass(20_000)
    assert.ok(repeatedShare(without, after) > 0.9)
    for (const run of [without, after]) await run.stop()
  })
})

describe('after a clock that was ahead by days was corrected', () => {
  for (const [name, aheadMs] of errors)
    test(`by ${name}, prices go on from the last ones and do not come again`, async () => {
      // A day after its first start prices are no longer at the reference.
      const firstMs = noon + aheadMs - dayMs
      const wrong = await start(firstMs)
      wrong.step(dayMs)
      wrong.pass(20_000)
      await wrong.stop()
      const right = await start(noon, corrected)
      assert.equal(right.clock.now(), noon)
      assert.match(right.lines.join('\n'), tookSystemTime)
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
    await runAt(noon, corrected)
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
    await runAt(noon, corrected)
    const wrong = await runAt(noon + 3 * dayMs)
    const second = await runAt(noon + 60_000, corrected)
    assertStartsAtLastPrices(wrong, second)
    assert.equal(await countOf('simulation_seeds'), 3)
    assert.equal(await countOf('clock_corrections'), 2)
  })

  test('charts end at the current price', async () => {
    await runAt(noon + 3 * dayMs)
    const right = await start(noon, corrected)
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
    await runAt(noon, corrected)
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
    assert.match((await runAt(noon, { ...options, ...corrected })).lines.join('\n'), said)
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
    assert.match(right.lines.join('\n'), tookSystemTime)
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
      assert.match(second.lines.join('\n'), /this is for one start, unset it for the next/)
      assert.doesNotMatch(second.lines.join('\n'), tookSystemTime)
      assertGoesOn(second)
      await second.stop()
      assert.equal(await countOf('simulation_seeds'), 1)
      assert.equal(await countOf('clock_corrections'), 0)
    })
})

describe('several processes', () => {
  test('that start together record one correction and draw one seed', async () => {
    const wrong = await runAt(noon + 3 * dayMs)
    const recordedMs = wrong.newestMs()
    // Both have read the recorded time before either records the correction.
    await Promise.all([1, 2, 3].map(() => recordCorrection(database.pool, noon, recordedMs)))
    assert.equal(await countOf('clock_corrections'), 1)
    const runs = await Promise.all([start(noon, corrected), start(noon, corrected)])
    assert.equal(await countOf('clock_corrections'), 1)
    assert.equal(await countOf('simulation_seeds'), 2)
    for (const run of runs) await run.stop()
  })

  test('one that still runs on the wrong time does not undo the correction', async () => {
    const old = await start(noon)
    old.pass(20_000)
    await old.marketData.save()
    const right = await start(noon - 3 * hourMs, corrected)
    right.pass(20_000)
    old.pass(20_000)
    await right.stop()
    await old.stop()
    const later = await start(noon - 3 * hourMs + 60_000)
    assert.equal(later.clock.now(), noon - 3 * hourMs + 60_000)
    assert.deepEqual(later.lines, [])
    await later.stop()
    assert.equal(await countOf('clock_corrections'), 1)
  })
})

describe('a tool beside the server', () => {
  const follow = async (systemMs: number) => {
    const system = { now: () => systemMs, elapsed: () => 0 }
    const clock = createSteadyClock(system)
    const config = { clockMode: 'steady' } as const
    const parts = { system, clock, pool: database.pool, config, log: createLog('silent') }
    const recordedMs = await followServerClock(parts)
    return { nowMs: clock.now(), recordedMs }
  }

  test('learns that recorded times are too far ahead, and records nothing', async () => {
    assert.deepEqual(await follow(noon), { nowMs: noon, recordedMs: undefined })
    const wrong = await runAt(noon + 3 * dayMs)
    const recordedMs = wrong.newestMs()
    assert.deepEqual(await follow(noon), { nowMs: noon, recordedMs })
    assert.deepEqual(await follow(recordedMs - hourMs), { nowMs: recordedMs, recordedMs: undefined })
    assert.equal(await countOf('clock_corrections'), 0)
    await runAt(noon, corrected)
    assert.deepEqual(await follow(noon + 60_000), { nowMs: noon + 60_000, recordedMs: undefined })
  })
})
