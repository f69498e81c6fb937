// The market data of a server on a machine whose system clock a test sets, on a real database.
import assert from 'node:assert/strict'
import type { MarketEvent } from '#core/market/quote.ts'
import { prepareMarketModules } from '#server/bootstrap/market-modules.ts'
import { startClock } from '#server/bootstrap/start-clock.ts'
import { createSteadyClock } from '#server/platform/clock.ts'
import { createFakeTimers } from '#server/platform/fake-timers.ts'
import { createLog } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemRandom } from '#server/platform/random.ts'
import type { TestDatabase } from '#test/database.ts'

type RunOptions = {
  /** FEED_SEED; undefined for a random one. */
  readonly feedSeed?: string | undefined
  /** CLOCK. */
  readonly mode?: 'steady' | 'system'
}

export type Run = Awaited<ReturnType<typeof startRun>>

/** A server on a machine whose system clock shows this time. Real time passes only through `pass`. */
export async function startRun(
  database: Pick<TestDatabase, 'pool'>,
  systemMs: number,
  { feedSeed, mode = 'steady' }: RunOptions = {},
) {
  const timers = createFakeTimers(0)
  let offsetMs = systemMs
  const system = { now: () => timers.clock.now() + offsetMs, elapsed: timers.clock.elapsed }
  const clock = createSteadyClock(system)
  const lines: string[] = []
  const log = createLog('warn', { write: (line) => lines.push(line) })
  await startClock({ system, clock, pool: database.pool, config: { clockMode: mode }, log })
  const published: MarketEvent[] = []
  const prices = await prepareMarketModules({
    config: { feed: { kind: 'sim', seed: feedSeed, ticksPerSecond: 2 }, simHours: 'always' },
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
    marketData: prices.marketData,
    /** All quotes, in the order of their sequence numbers. */
    quotes: () => published.filter((event) => event.kind === 'quote'),
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

/** Passes five seconds and asserts that every market is open and quoted, on times that never decrease. */
export function assertGoesOn(run: Run): void {
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
