import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Candle, startCandle } from '#core/candle/candle.ts'
import { dayMs, minuteMs } from '#core/candle/period.ts'
import { price } from '#core/money/amounts.ts'
import type { FeedHistory } from '#server/feed/feed.ts'
import { limitHistory } from '#server/market-data/candles/limited-history.ts'
import { createFakeTimers } from '#server/platform/fake-timers.ts'

const noon = Date.UTC(2026, 10, 4, 12)
const midnight = noon - dayMs / 2
const good = startCandle(noon, price(100))
const next = startCandle(noon + minuteMs, price(100))

/** Minutes of the five minutes from half a minute after noon. */
function minutesFrom(answer: () => Promise<readonly Candle[]>, timers = createFakeTimers()) {
  const history: FeedHistory = { minutes: answer, aggregateDays: answer }
  return limitHistory(history, timers).minutes(1, noon + 30_000, noon + 5 * minuteMs)
}

describe('minutes of a history', () => {
  test('are returned as they are if they are valid, the partly covered ones included', async () => {
    const last = startCandle(noon + 5 * minuteMs, price(100))
    for (const minutes of [[], [good], [good, next, last]])
      assert.deepEqual(await minutesFrom(async () => minutes), minutes)
  })

  const invalid: readonly (readonly [string, readonly Candle[]])[] = [
    ['a minute before the range', [startCandle(noon - minuteMs, price(100))]],
    ['a minute after the range', [startCandle(noon + 6 * minuteMs, price(100))]],
    ['the same minute twice', [good, good]],
    ['the wrong order', [next, good]],
    ['a minute that starts within another', [startCandle(noon + 31_000, price(100))]],
    ['a price of zero', [{ ...good, low: price(0) }]],
    ['a fraction of a step', [{ ...good, close: 100.5 as Candle['close'] }]],
    ['a close above the high', [{ ...good, close: price(101) }]],
    ['an open below the low', [{ ...good, open: price(99) }]],
    ['no ticks', [{ ...good, volume: 0 }]],
  ]
  for (const [name, minutes] of invalid) {
    test(`are refused with ${name}`, async () => {
      await assert.rejects(
        minutesFrom(async () => minutes),
        { problem: 'invalid' },
      )
    })
  }

  test('are waited for at most ten seconds', async () => {
    const timers = createFakeTimers()
    const late = Promise.withResolvers<readonly Candle[]>()
    const waiting = assert.rejects(
      minutesFrom(() => late.promise, timers),
      { problem: 'timed_out' },
    )
    timers.advance(10_000)
    await waiting
    late.reject(new Error('must not become an unhandled rejection'))
  })

  test('fail with the fault of the feed, also if it throws at once', async () => {
    await assert.rejects(
      minutesFrom(() => {
        throw new Error('no route')
      }),
      /no route/,
    )
  })
})

describe('days of a history', () => {
  const daysFrom = (candles: readonly Candle[], period: '5min' | '1day') => {
    const answer = async () => candles
    const limited = limitHistory({ minutes: answer, aggregateDays: answer }, createFakeTimers())
    return limited.aggregateDays(1, midnight, midnight + dayMs, period)
  }

  test('are checked against their own period', async () => {
    const day = startCandle(midnight, price(100))
    const fiveMinutes = startCandle(noon, price(100))
    assert.deepEqual(await daysFrom([day], '1day'), [day])
    assert.deepEqual(await daysFrom([day, fiveMinutes], '5min'), [day, fiveMinutes])
    await assert.rejects(daysFrom([fiveMinutes], '1day'), { problem: 'invalid' })
    await assert.rejects(daysFrom([startCandle(midnight + dayMs, price(100))], '1day'), {
      problem: 'invalid',
    })
  })
})
