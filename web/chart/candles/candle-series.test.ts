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
    sureUntil: number,
    page: number[],
    joined: number[] | undefined,
  ]
  const cases: readonly Case[] = [
    ['is all there is when nothing was known', [], 0, [5, 6], [5, 6]],
    ['goes on where it reaches what was in progress', [1, 2, 3], 3, [3, 4], [1, 2, 3, 4]],
    ['goes on over a quiet stretch', [1, 2], 2, [2, 9], [1, 2, 9]],
    ['takes away what the server does not know', [1, 2, 3, 4], 4, [2, 4], [1, 2, 4]],
    ['leaves nothing when the server knows none', [1, 2], 2, [], []],
    ['does not join what it does not reach', [1, 2], 2, [4, 5], undefined],
    ['does not join a neighbour that may have gone on since', [1, 2], 2, [3, 4], undefined],
    ['does not join pushes when what is before them may have gone on', [1, 2, 3], 2, [3, 4], undefined],
  ]
  for (const [what, known, sureUntil, page, joined] of cases) {
    test(what, () => {
      const after = mergeNewestPage(series(...known), series(...page), sureUntil * minuteMs)
      assert.deepEqual(minutesOf(after), joined)
    })
  }

  test('wins over what was known before it was asked for, even with fewer quotes', () => {
    const known = [candle(1, 9), candle(2, 9)]
    assert.deepEqual(mergeNewestPage(known, [candle(2, 3)], 2 * minuteMs), [candle(1, 9), candle(2, 3)])
  })
})

describe('an older page', () => {
  test('ends where the known begins, also when it reaches into it', () => {
    assert.deepEqual(minutesOf(mergeOlderPage(series(4, 5), series(1, 3))), [1, 3, 4, 5])
    assert.deepEqual(minutesOf(mergeOlderPage(series(4, 5), series(3, 4, 5))), [3, 4, 5])
  })
})

describe('a push', () => {
  const cases: readonly (readonly [what: string, minute: number, after: number[] | undefined])[] = [
    ['of the last candle replaces it', 3, [1, 2, 3]],
    ['of the next candle goes behind it', 4, [1, 2, 3, 4]],
    ['of an earlier one is old news', 2, [1, 2, 3]],
    ['that skips a period is not taken: something may be missing', 5, undefined],
  ]
  for (const [what, minute, after] of cases) {
    test(what, () => assert.deepEqual(minutesOf(mergePush(series(1, 2, 3), candle(minute), '1min')), after))
  }

  test('is not taken while nothing is known', () => {
    assert.equal(mergePush([], candle(1), '1min'), undefined)
  })

  test('counts by the period: five minutes on is the next of 5min', () => {
    assert.deepEqual(minutesOf(mergePush(series(5, 10), candle(15), '5min')), [5, 10, 15])
  })

  test('of the last candle wins only when it is the later state of it', () => {
    const known = [candle(1, 3), candle(2, 3)]
    assert.deepEqual(mergePush(known, candle(2, 4), '1min'), [candle(1, 3), candle(2, 4)])
    assert.equal(mergePush(known, candle(2, 2), '1min'), known)
  })

  test('makes the oldest go once the bound is passed, many at once', () => {
    let held: CandleSeries = Array.from({ length: maxCandles }, (_, minute) => candle(minute))
    let longest = 0
    for (let minute = maxCandles; minute < maxCandles + 600; minute += 1) {
      held = mergePush(held, candle(minute), '1min') ?? assert.fail('it follows on the last')
      longest = Math.max(longest, held.length)
    }
    assert.equal(longest, maxCandles + 500)
    assert.equal(held.at(-1)?.startMs, (maxCandles + 599) * minuteMs)
    assert.equal(held[0]?.startMs, (maxCandles + 600 - held.length) * minuteMs)
  })
})
