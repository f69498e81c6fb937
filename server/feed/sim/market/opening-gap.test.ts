import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minuteMs } from '#core/candle/period.ts'
import { gapLeft, openingGapOf } from '#server/feed/sim/market/opening-gap.ts'

const hourMs = 60 * minuteMs
const before = { fromMs: 0, toMs: 8 * hourMs }
const span = { fromMs: 24 * hourMs, toMs: 32 * hourMs }
const limitPpm = 10_000

/** A path that stood at 0 when the market closed and has moved by so much when it opens. */
const movedBy = (move: number) => ({
  startOf: (minute: number) => (minute * minuteMs >= span.fromMs ? move : 0),
  minute: () => assert.fail('only the ends count'),
  dayDeviation: 1,
})

test('a small move is made at the opening', () => {
  assert.equal(openingGapOf(movedBy(-0.005), limitPpm, span, before).excess, 0)
})

for (const sign of [1, -1]) {
  test(`a large move ${sign > 0 ? 'up' : 'down'} is cut to six tenths of the limit and caught up with in four hours`, () => {
    const gap = openingGapOf(movedBy(sign * 0.05), limitPpm, span, before)
    assert.ok(Math.abs(gap.excess - sign * 0.044) < 1e-12)
    assert.equal(gapLeft(gap, span.fromMs), gap.excess)
    assert.equal(gapLeft(gap, span.fromMs + 2 * hourMs), gap.excess / 4)
    assert.equal(gapLeft(gap, span.fromMs + 4 * hourMs), 0)
    assert.equal(gapLeft(gap, span.toMs), 0)
  })
}

test('a short span has caught up by its end', () => {
  const short = { fromMs: span.fromMs, toMs: span.fromMs + hourMs }
  assert.equal(gapLeft(openingGapOf(movedBy(0.05), limitPpm, short, before), short.toMs), 0)
})

test('the first span there is has nothing to catch up with', () => {
  assert.equal(openingGapOf(movedBy(0.05), limitPpm, span, undefined).excess, 0)
})
