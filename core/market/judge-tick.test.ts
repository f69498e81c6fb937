import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type Judged, judgeTick, type Tick } from '#core/market/judge-tick.ts'

const nowMs = 1_000_000
const limitPpm = 10_000
const tick = (bid: number, ask = bid + 2, timeMs = 500_000): Tick => ({ bid, ask, timeMs })
const after = (last: Tick | undefined, held?: Tick): Judged => ({ last, held })

describe('a price', () => {
  const at100 = tick(100_000)
  const table: readonly (readonly [string, Judged, Tick, string])[] = [
    ['the first one is taken', after(undefined), tick(100_000), 'accepted'],
    ['one within the limit is taken', after(at100), tick(101_000, 101_002), 'accepted'],
    ['no spread at all is no fault', after(at100), tick(100_000, 100_000), 'accepted'],
    ['zero is dropped', after(at100), tick(0, 2), 'not_a_price'],
    ['less than zero is dropped', after(at100), tick(-5, 2), 'not_a_price'],
    ['no number is dropped', after(at100), tick(Number.NaN), 'not_a_price'],
    ['a missing ask is dropped', after(at100), tick(100_000, Number.NaN), 'not_a_price'],
    ['half a step is dropped', after(at100), tick(100_000.5, 100_002), 'not_a_price'],
    ['beyond exact numbers is dropped', after(at100), tick(2 ** 53, 2 ** 53 + 2), 'not_a_price'],
    ['the highest there can be is taken', after(undefined), tick(2 ** 47 - 2), 'accepted'],
    ['one above it is dropped', after(undefined), tick(2 ** 47 - 1), 'not_a_price'],
    ['no time is dropped', after(at100), tick(100_000, 100_002, Number.NaN), 'not_a_price'],
    ['a bid above its ask is dropped', after(at100), tick(100_002, 100_000), 'crossed'],
    ['an older one is dropped', after(at100), tick(100_000, 100_002, 499_999), 'out_of_order'],
    ['one of the same moment is taken', after(at100), tick(100_001, 100_003, 500_000), 'accepted'],
    [
      'one older than the held one is dropped',
      after(at100, tick(120_000, 120_002, 500_010)),
      tick(120_001, 120_003, 500_005),
      'out_of_order',
    ],
    ['one from the future is dropped', after(at100), tick(100_000, 100_002, nowMs + 60_001), 'ahead_of_time'],
    ['a clock a little ahead is forgiven', after(at100), tick(100_000, 100_002, nowMs + 60_000), 'accepted'],
    ['a jump up is held back', after(at100), tick(101_001), 'held'],
    ['a jump down is held back', after(at100), tick(98_999), 'held'],
    ['a jump of the ask alone is held back', after(at100), tick(100_000, 101_200), 'held'],
    ['one near the held one confirms it', after(at100, tick(120_000)), tick(120_500), 'accepted'],
    ['one back at the last is taken', after(at100, tick(120_000)), tick(100_010), 'accepted'],
    ['another jump elsewhere is held in its place', after(at100, tick(120_000)), tick(80_000), 'held'],
  ]
  for (const [name, judged, given, expected] of table) {
    test(name, () => {
      const verdict = judgeTick(judged, given, limitPpm, nowMs)
      assert.equal(verdict.kind === 'dropped' ? verdict.why : verdict.kind, expected)
    })
  }

  test('whatever comes, two prices accepted in a row are a jump apart only if one in between was held', () => {
    const ticks = fc.array(fc.tuple(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 0, max: 5 })))
    fc.assert(
      fc.property(ticks, (steps) => {
        let judged: Judged = after(undefined)
        let timeMs = 0
        let heldSince = false
        for (const [thousand, later] of steps) {
          timeMs += later
          const next = tick(thousand * 1000, thousand * 1000, timeMs)
          const { kind } = judgeTick(judged, next, limitPpm, nowMs)
          const from = judged.last?.bid ?? next.bid
          const isJump = Math.abs(next.bid - from) * 100 > from
          if (kind === 'accepted') assert.ok(!isJump || heldSince)
          heldSince = kind === 'held'
          judged = kind === 'held' ? { ...judged, held: next } : { last: next, held: undefined }
        }
      }),
    )
  })
})
