// The system clock is set while the simulation runs, or between two runs.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { dayMs } from '#core/candle/period.ts'
import type { MarketEvent } from '#core/market/quote.ts'
import { prepareMarketModules } from '#server/bootstrap/market-modules.ts'
import { startClock } from '#server/bootstrap/start-clock.ts'
import { createSteadyClock } from '#server/platform/clock.ts'
import { createFakeTimers } from '#server/platform/fake-timers.ts'
import { createLog } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemRandom } from '#server/platform/random.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { fc } from '#test/fast-check.ts'

const noon = Date.UTC(2026, 10, 4, 12)
const hourMs = 3_600_000
let database: TestDatabase

before(async () => {
  database = await createTestDatabase()
})

after(() => database.drop())

/** A server on a machine whose system clock shows this time. Real time passes only through `pass`. */
async function startRun(systemMs: number) {
  const timers = createFakeTimers(0)
  let offsetMs = systemMs
  const system = { now: () => timers.clock.now() + offsetMs, elapsed: timers.clock.elapsed }
  const clock = createSteadyClock(system)
  const lines: string[] = []
  const log = createLog('warn', { write: (line) => lines.push(line) })
  await startClock({ system, clock, pool: database.pool, log })
  const published: MarketEvent[] = []
  const prices = await prepareMarketModules({
    config: { feed: { kind: 'sim', seed: 'steps', ticksPerSecond: 2 }, simHours: 'always' },
    pool: database.pool,
    log,
    clock,
    timers,
    random: systemRandom,
    metrics: createMetrics(),
    publish: (event) => published.push(event),
    publishPastFilled: () => undefined,
    onFatal: assert.fail,
  })
  prices.startFeed()
  return {
    clock,
    system,
    lines,
    stop: prices.stop,
    pass: timers.advance,
    step(ms: number) {
      offsetMs += ms
    },
    /** Times of all quotes of each market, in the order of their sequence numbers. */
    quoteTimes() {
      const times = new Map<number, number[]>(prices.marketData.markets.map(({ id }) => [id, []]))
      for (const event of published) if (event.kind === 'quote') times.get(event.marketId)?.push(event.timeMs)
      return [...times.values()]
    },
    states: () => new Set(prices.marketData.views().map(({ state }) => state)),
    newestMs: () => Math.max(...prices.marketData.views().map(({ quote }) => quote?.timeMs ?? 0)),
  }
}

type Run = Awaited<ReturnType<typeof startRun>>

/** Passes five seconds and asserts that every market is open and quoted, on times that never decrease. */
function assertGoesOn(run: Run): void {
  const before = run.quoteTimes()
  run.pass(5000)
  assert.deepEqual(run.states(), new Set(['open']))
  for (const [at, times] of run.quoteTimes().entries()) {
    assert.ok(times.length >= (before[at]?.length ?? 0) + 2)
    assert.deepEqual(
      times,
      times.toSorted((one, next) => one - next),
    )
  }
}

const steps: readonly (readonly [name: string, steps: readonly number[]])[] = [
  ['back by an hour', [-hourMs]],
  ['ahead by an hour', [hourMs]],
  ['back by 10 s', [-10_000]],
  ['ahead by 10 s', [10_000]],
  ['back by 30 days', [-30 * dayMs]],
  ['ahead by 30 days, beyond the known trading hours', [30 * dayMs]],
  ['ahead by an hour and back again', [hourMs, -hourMs]],
  ['back and ahead many times', [-hourMs, hourMs, -10_000, 2 * hourMs, -3 * hourMs, 61_000, -61_000]],
]

describe('prices go on within five seconds after the system clock was set', () => {
  for (const [name, given] of steps)
    test(name, async () => {
      await database.query('truncate last_quotes')
      const run = await startRun(noon)
      run.pass(3000)
      for (const stepMs of given) {
        run.step(stepMs)
        assertGoesOn(run)
      }
      await run.stop()
    })

  test('by any steps', async () => {
    const step = fc.integer({ min: -5 * hourMs, max: 5 * hourMs })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (given) => {
        await database.query('truncate last_quotes')
        const run = await startRun(noon)
        run.pass(1000)
        for (const stepMs of given) {
          run.step(stepMs)
          assertGoesOn(run)
        }
        await run.stop()
      }),
      { numRuns: 5 },
    )
  })
})

describe('a server whose system clock was set back since its last run', () => {
  for (const backMs of [5000, 50_000, hourMs, dayMs - 10_000])
    test(`continues from the time of that run, ${backMs} ms ahead`, async () => {
      await database.query('truncate last_quotes')
      const first = await startRun(noon)
      first.pass(20_000)
      const lastMs = first.newestMs()
      await first.stop()

      const second = await startRun(noon + 21_000 - backMs)
      assert.ok(second.clock.now() >= lastMs)
      assert.match(second.lines.join('\n'), /set back since the last run/)
      assertGoesOn(second)
      assert.ok(Math.min(...second.quoteTimes().map(([firstMs]) => firstMs ?? 0)) > lastMs - 10_000)
      await second.stop()
    })

  test('by more than a day takes the time of the system clock and says so', async () => {
    await database.query('truncate last_quotes')
    const first = await startRun(noon)
    first.pass(20_000)
    await first.stop()
    const second = await startRun(noon - 2 * dayMs)
    assert.equal(second.clock.now(), noon - 2 * dayMs)
    assert.match(second.lines.join('\n'), /more than a day ahead of the system clock/)
    assertGoesOn(second)
    await second.stop()
  })

  test('continues from the time of the last journal batch if that is newer than any quote', async () => {
    await database.query('truncate last_quotes')
    await database.query(
      `insert into journal (shard_group, seq, epoch, at, packed, hash)
       values (0, 1, 1, $1, '', decode(repeat('00', 32), 'hex'))`,
      [new Date(noon + hourMs)],
    )
    const run = await startRun(noon)
    assert.equal(run.clock.now(), noon + hourMs)
    await run.stop()
  })
})
