import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { lastStartedBy, nextOpen, type OpenSpan, type OpenSpans, spanAt } from '#core/market/trading-hours.ts'
import { fc } from '#test/fast-check.ts'

const first: OpenSpan = { fromMs: 10, toMs: 20 }
const second: OpenSpan = { fromMs: 25, toMs: 30 }
const both: OpenSpans = [first, second]

describe('the open spans of a market', () => {
  type Row = readonly [
    timeMs: number,
    at: OpenSpan | undefined,
    next: number | undefined,
    last: OpenSpan | undefined,
  ]
  const rows: readonly Row[] = [
    [9, undefined, 10, undefined],
    [10, first, undefined, first],
    [19, first, undefined, first],
    [20, undefined, 25, first],
    [24, undefined, 25, first],
    [25, second, undefined, second],
    [29, second, undefined, second],
    [30, undefined, undefined, second],
  ]
  for (const [timeMs, at, next, last] of rows)
    it(`at ${timeMs}: current, next and latest span`, () => {
      assert.equal(spanAt(both, timeMs), at)
      assert.equal(nextOpen(both, timeMs), next)
      assert.equal(lastStartedBy(both, timeMs), last)
    })

  it('may be empty', () => {
    assert.deepEqual(
      [spanAt([], 1), nextOpen([], 1), lastStartedBy([], 1)],
      [undefined, undefined, undefined],
    )
  })

  it('are found by binary search as by a linear search', () => {
    const gapAndLength = fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 }))
    fc.assert(
      fc.property(
        fc.array(gapAndLength, { maxLength: 40 }),
        fc.integer({ min: 0, max: 420 }),
        (steps, timeMs) => {
          const spans = chain(steps)
          assert.equal(
            spanAt(spans, timeMs),
            spans.find(({ fromMs, toMs }) => fromMs <= timeMs && timeMs < toMs),
          )
          const isOpen = spanAt(spans, timeMs) !== undefined
          assert.equal(
            nextOpen(spans, timeMs),
            isOpen ? undefined : spans.find(({ fromMs }) => fromMs > timeMs)?.fromMs,
          )
          assert.equal(
            lastStartedBy(spans, timeMs),
            spans.findLast(({ fromMs }) => fromMs <= timeMs),
          )
        },
      ),
    )
  })
})

function chain(steps: readonly (readonly [gap: number, length: number])[]): OpenSpans {
  let end = 0
  return steps.map(([gap, length]) => {
    const fromMs = end + gap
    end = fromMs + length
    return { fromMs, toMs: end }
  })
}
