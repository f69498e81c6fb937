import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { PlainCandle } from '#contract/market-from-wire.ts'
import { minuteMs } from '#core/candle/period.ts'
import {
  type CandleSeries,
  maxCandles,
  mergeNewestPage,
  mergeOlderPage,
  mergePush,
} from '#web/chart/candles/candle-series.ts'

const candle = (minute: number, volume = 1): PlainCandle => ({
  startMs: minute * minuteMs,
  open: 1,
  high: 1,
  low: 1,
  close: 1,
  volume,
})

const series = (...minutes: readonly number[]): CandleSeries => minutes.map((minute) => candle(minute))

const minutesOf = (candles: CandleSeries | undefined) => candles?.map(({ startMs }) => startMs / minuteMs)

describe('the newest page', () => {
  type Case = readonly [
    what: string,
    known: number[],
    finalBefore: number,
    page: number[],
    joined: number[] | undefined,
  ]
  const cases: readonly Case[] = [
    ['is the whole series if nothing was loaded', [], 0, [5, 6], [5, 6]],
    ['continues if it reaches the candle in progress', [1, 2, 3], 3, [3, 4], [1, 2, 3, 4]],
    ['continues over periods without quotes', [1, 2], 2, [2, 9], [1, 2, 9]],
    ['removes candles the server does not have', [1, 2, 3, 4], 4, [2, 4], [1, 2, 4]],
    ['empties the series if the server has no candles', [1, 2], 2, [], []],
    ['is not merged across a gap', [1, 2], 2, [4, 5], undefined],
    ['is not merged with an adjacent candle that may be outdated', [1, 2], 2, [3, 4], undefined],
    ['is not merged with pushes if the candle before them may be outdated', [1, 2, 3], 2, [3, 4], undefined],
  ]
  for (const [what, known, finalBefore, page, joined] of cases) {
    test(what, () => {
      const after = mergeNewestPage(series(...known), series(...page), finalBefore * minuteMs)
      assert.deepEqual(minutesOf(after), joined)
    })
  }

  test('replaces known candles, even with fewer quotes', () => {
    const known = [candle(1, 9), candle(2, 9)]
    assert.deepEqual(mergeNewestPage(known, [candle(2, 3)], 2 * minuteMs), [candle(1, 9), candle(2, 3)])
  })
})

describe('an older page', () => {
  test('is cut where the series begins', () => {
    assert.deepEqual(minutesOf(mergeOlderPage(series(4, 5), series(1, 3))), [1, 3, 4, 5])
    assert.deepEqual(minutesOf(mergeOlderPage(series(4, 5), series(3, 4, 5))), [3, 4, 5])
  })
})

describe('a push', () => {
  const cases: readonly (readonly [what: string, minute: number, after: number[] | undefined])[] = [
    ['of the last candle replaces it', 3, [1, 2, 3]],
    ['of the next candle is appended', 4, [1, 2, 3, 4]],
    ['of an earlier candle is ignored', 2, [1, 2, 3]],
    ['that skips a period is rejected', 5, undefined],
  ]
  for (const [what, minute, after] of cases) {
    test(what, () => assert.deepEqual(minutesOf(mergePush(series(1, 2, 3), candle(minute), '1min')), after))
  }

  test('is rejected without loaded candles', () => {
    assert.equal(mergePush([], candle(1), '1min'), undefined)
  })

  test('of the next 5min candle is appended', () => {
    assert.deepEqual(minutesOf(mergePush(series(5, 10), candle(15), '5min')), [5, 10, 15])
  })

  test('of the last candle replaces it only if it has more quotes', () => {
    const known = [candle(1, 3), candle(2, 3)]
    assert.deepEqual(mergePush(known, candle(2, 4), '1min'), [candle(1, 3), candle(2, 4)])
    assert.equal(mergePush(known, candle(2, 2), '1min'), known)
  })

  test('trims many of the oldest candles once the bound is exceeded', () => {
    let held: CandleSeries = Array.from({ length: maxCandles }, (_, minute) => candle(minute))
    let longest = 0
    for (let minute = maxCandles; minute < maxCandles + 600; minute += 1) {
      held = mergePush(held, candle(minute), '1min') ?? assert.fail('the push was rejected')
      longest = Math.max(longest, held.length)
    }
    assert.equal(longest, maxCandles + 500)
    assert.equal(held.at(-1)?.startMs, (maxCandles + 599) * minuteMs)
    assert.equal(held[0]?.startMs, (maxCandles + 600 - held.length) * minuteMs)
  })
})
