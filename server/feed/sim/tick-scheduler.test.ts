import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { minuteMs } from '#core/candle/period.ts'
import type { OpenSpans } from '#core/market/trading-hours.ts'
import type { FeedEvent } from '#server/feed/feed-types.ts'
import { lastQuote, openTicks } from '#server/feed/sim/sim-history.ts'
import { createTickScheduler } from '#server/feed/sim/tick-scheduler.ts'
import { createFakeTimers } from '#server/platform/fake-timers.ts'
import { createLog } from '#server/platform/log.ts'
import { always, marketIdOf, noonMs, simMarket } from '#test/feed/seeded-sim.ts'

const markets = new Map(['EURUSD', 'USDJPY', 'EURJPY'].map((code) => [marketIdOf(code), simMarket(code)]))
const log = createLog('silent')

function running(startMs: number, spans: OpenSpans = always) {
  const timers = createFakeTimers(startMs)
  let aheadMs = 0
  const clock = { now: () => timers.clock.now() + aheadMs, elapsed: () => timers.clock.now() }
  const told: FeedEvent[] = []
  const pump = createTickScheduler({ markets, spansOf: () => spans, clock, timers, log })
  pump.start((event) => told.push(event))
  return {
    ...timers,
    pump,
    told,
    clock,
    ticks: () => told.flatMap((event) => (event.kind === 'tick' ? [event] : [])),
    /** As when the machine sleeps, or somebody sets its clock. */
    setClock(byMs: number) {
      aheadMs += byMs
    },
  }
}

describe('the pump', () => {
  test('begins with the last quote of every market, each with its own time', () => {
    const { ticks } = running(noonMs)
    assert.equal(ticks().length, 3)
    for (const { marketId, bid, ask, timeMs } of ticks()) {
      const market = markets.get(marketId) ?? assert.fail()
      assert.deepEqual({ bid, ask, timeMs }, lastQuote(market, always, noonMs))
      assert.ok(timeMs < noonMs)
    }
  })

  test('tells each tick when its time has come', () => {
    const { advance, clock, ticks } = running(noonMs)
    let seen = ticks().length
    for (let step = 0; step < 700; step++) {
      advance(100)
      for (const { timeMs } of ticks().slice(seen)) {
        assert.ok(timeMs <= clock.now() && timeMs > clock.now() - 200, `${timeMs} at ${clock.now()}`)
      }
      seen = ticks().length
    }
  })

  test('leaves none out, and keeps the order of time across markets', () => {
    const { advance, ticks } = running(noonMs)
    advance(2 * minuteMs)
    const expected = [...markets].flatMap(([marketId, market]) =>
      [0, 1].flatMap((at) =>
        openTicks(market, always, noonMs / minuteMs + at).map((tick) => ({
          kind: 'tick' as const,
          marketId,
          ...tick,
        })),
      ),
    )
    assert.deepEqual(
      ticks().slice(3),
      expected.sort((left, right) => left.timeMs - right.timeMs),
    )
  })

  test('started later it tells what one started earlier tells from then on', () => {
    const early = running(noonMs)
    early.advance(200_000)
    const later = running(noonMs + 90_123)
    later.advance(200_000 - 90_123)
    const fromThen = early.ticks().filter(({ timeMs }) => timeMs > noonMs + 90_123)
    assert.deepEqual(later.ticks().slice(3), fromThen)
  })

  test('tells nothing while a market is closed', () => {
    const { advance, ticks } = running(noonMs, [
      { fromMs: noonMs - 3_600_000, toMs: noonMs + 10_000 },
      { fromMs: noonMs + 90_500, toMs: noonMs + 3_600_000 },
    ])
    advance(200_000)
    const times = ticks().map(({ timeMs }) => timeMs - noonMs)
    assert.ok(times.every((time) => time < 10_000 || time >= 90_500))
    assert.ok(times.some((time) => time > 7_000 && time < 10_000))
    assert.ok(times.some((time) => time >= 90_500 && time < 93_500))
  })

  test('makes up for a short pause', () => {
    const { advance, setClock, ticks } = running(noonMs)
    setClock(9_000)
    advance(100)
    assert.ok(
      ticks()
        .slice(3)
        .some(({ timeMs }) => timeMs < noonMs + 2_000),
    )
  })

  test('after a long pause goes on with the present', () => {
    const { advance, clock, setClock, ticks } = running(noonMs)
    setClock(61_000)
    advance(50)
    assert.equal(ticks().length, 6)
    assert.ok(
      ticks()
        .slice(3)
        .every(({ timeMs }) => timeMs > clock.now() - 10_000),
    )
    advance(5_000)
    assert.ok(ticks().length > 12)
  })

  test('after a long pause does not tell again what a market that is closed had said before', () => {
    const { advance, setClock, ticks } = running(noonMs, [
      { fromMs: noonMs - 3_600_000, toMs: noonMs + 10_000 },
    ])
    advance(11_000)
    const told = ticks().length
    setClock(61_000)
    advance(50)
    assert.equal(ticks().length, told)
  })

  test('a clock that is set back makes it tell nothing twice', () => {
    const { advance, setClock, ticks } = running(noonMs)
    advance(10_000)
    const told = ticks().length
    setClock(-5_000)
    advance(5_000)
    assert.equal(ticks().length, told)
    advance(10_000)
    assert.equal(new Set(ticks().map(({ marketId, timeMs }) => `${marketId} ${timeMs}`)).size, ticks().length)
  })

  test('gives a sign of life every few seconds, also while all is closed', () => {
    const { advance, told } = running(noonMs, [])
    advance(14_000)
    assert.deepEqual(told, Array(5).fill({ kind: 'heartbeat' }))
  })

  test('is silent once stopped', () => {
    const { advance, pump, told, pending } = running(noonMs)
    pump.stop()
    const count = told.length
    advance(60_000)
    assert.equal(told.length, count)
    assert.deepEqual(pending(), [])
  })
})
