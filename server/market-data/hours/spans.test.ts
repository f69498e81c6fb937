import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { OpenSpans } from '#core/market/open-spans.ts'
import { clipSpans, cutSpans, joinSpans } from '#server/market-data/hours/spans.ts'

const longest = 30
const span = fc
  .tuple(fc.integer({ min: 0, max: longest }), fc.integer({ min: 1, max: 8 }))
  .map(([fromMs, length]) => ({ fromMs, toMs: fromMs + length }))
const spans = fc.array(span, { maxLength: 8 }).map((list) => list.toSorted((a, b) => a.fromMs - b.fromMs))

function holds(list: OpenSpans, timeMs: number): boolean {
  return list.some(({ fromMs, toMs }) => fromMs <= timeMs && timeMs < toMs)
}

function isProper(list: OpenSpans): boolean {
  return list.every(({ fromMs, toMs }, at) => fromMs < toMs && fromMs > (list[at - 1]?.toMs ?? -1))
}

const moments = Array.from({ length: longest + 10 }, (_, at) => at)

describe('spans', () => {
  it('are joined where they touch or overlap, and hold what they held', () => {
    fc.assert(
      fc.property(spans, (list) => {
        const joined = joinSpans(list)
        assert.ok(isProper(joined))
        for (const at of moments) assert.equal(holds(joined, at), holds(list, at))
      }),
    )
  })

  it('that are cut hold what they held outside of the closures', () => {
    fc.assert(
      fc.property(spans, fc.array(span, { maxLength: 4 }), (list, closures) => {
        const cut = cutSpans(joinSpans(list), closures)
        assert.ok(isProper(cut))
        for (const at of moments) assert.equal(holds(cut, at), holds(list, at) && !holds(closures, at))
      }),
    )
  })

  it('that are clipped hold what they held in the window', () => {
    fc.assert(
      fc.property(spans, span, (list, window) => {
        const clipped = clipSpans(joinSpans(list), window)
        assert.ok(isProper(clipped))
        for (const at of moments) assert.equal(holds(clipped, at), holds(list, at) && holds([window], at))
      }),
    )
  })
})
