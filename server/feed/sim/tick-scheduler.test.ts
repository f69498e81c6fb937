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
  const emitted: FeedEvent[] = []
  const scheduler = createTickScheduler({ markets, source: 'sim', spansOf: () => spans, clock, timers, log })
  scheduler.start((event) => emitted.push(event))
  return {
    ...timers,
    scheduler,
    emitted,
    clock,
    ticks: () => emitted.flatMap((event) => (event.kind === 'tick' ? [event] : [])),
    /** Moves the clock as if the machine had slept or the time had been changed. */
    setClock(byMs: number) {
      aheadMs += byMs
    },
  }
}

describe('the tick scheduler', () => {
  test('starts with the last quote of every market and its original time', () => {
    const { ticks } = running(noonMs)
    assert.equal(ticks().length, 3)
    for (const { marketId, bid, ask, timeMs } of ticks()) {
      const market = markets.get(marketId) ?? assert.fail()
      assert.deepEqual({ bid, ask, timeMs }, lastQuote(market, always, noonMs))
      assert.ok(timeMs < noonMs)
    }
  })

  test('emits each tick when it is due', () => {
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

  test('emits every tick, in time order across markets', () => {
    const { advance, ticks } = running(noonMs)
    advance(2 * minuteMs)
    const expected = [...markets].flatMap(([marketId, market]) =>
      [0, 1].flatMap((at) =>
        openTicks(market, always, noonMs / minuteMs + at).map((tick) => ({
          kind: 'tick' as const,
          source: 'sim',
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

  test('emits the same ticks whenever it was started', () => {
    const early = running(noonMs)
    early.advance(200_000)
    const later = running(noonMs + 90_123)
    later.advance(200_000 - 90_123)
    const fromThen = early.ticks().filter(({ timeMs }) => timeMs > noonMs + 90_123)
    assert.deepEqual(later.ticks().slice(3), fromThen)
  })

  test('emits nothing while a market is closed', () => {
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

  test('emits the missed ticks after a short pause', () => {
    const { advance, setClock, ticks } = running(noonMs)
    setClock(9_000)
    advance(100)
    assert.ok(
      ticks()
        .slice(3)
        .some(({ timeMs }) => timeMs < noonMs + 2_000),
    )
  })

  test('skips to the current prices after a long pause', () => {
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

  test('does not repeat the last quote of a closed market after a long pause', () => {
    const { advance, setClock, ticks } = running(noonMs, [
      { fromMs: noonMs - 3_600_000, toMs: noonMs + 10_000 },
    ])
    advance(11_000)
    const emitted = ticks().length
    setClock(61_000)
    advance(50)
    assert.equal(ticks().length, emitted)
  })

  test('emits nothing twice when the clock is set back', () => {
    const { advance, setClock, ticks } = running(noonMs)
    advance(10_000)
    const emitted = ticks().length
    setClock(-5_000)
    advance(5_000)
    assert.equal(ticks().length, emitted)
    advance(10_000)
    assert.equal(new Set(ticks().map(({ marketId, timeMs }) => `${marketId} ${timeMs}`)).size, ticks().length)
  })

  test('sends a heartbeat every three seconds, even if all markets are closed', () => {
    const { advance, emitted } = running(noonMs, [])
    advance(14_000)
    assert.deepEqual(emitted, Array(5).fill({ kind: 'heartbeat', source: 'sim' }))
  })

  test('emits nothing once stopped', () => {
    const { advance, scheduler, emitted, pending } = running(noonMs)
    scheduler.stop()
    const count = emitted.length
    advance(60_000)
    assert.equal(emitted.length, count)
    assert.deepEqual(pending(), [])
  })
})
