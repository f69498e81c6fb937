import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type FilterState, filterTick, type Tick } from '#core/market/tick-filter.ts'
import { fc } from '#test/fast-check.ts'

const nowMs = 1_000_000
const limitPpm = 10_000
const nothing: FilterState = { last: undefined, held: undefined }
const tick = (bid: number, ask = bid + 2, timeMs = 500_000): Tick => ({ bid, ask, timeMs })
const after = (last: Tick | undefined): FilterState => ({ last, held: undefined })

describe('a single price', () => {
  const at100 = tick(100_000)
  const table: readonly (readonly [string, FilterState, Tick, string])[] = [
    ['the first price is accepted', nothing, tick(100_000), 'accepted'],
    ['a price within the limit is accepted', after(at100), tick(101_000, 101_002), 'accepted'],
    ['a price without a spread is accepted', after(at100), tick(100_000, 100_000), 'accepted'],
    ['zero is dropped', after(at100), tick(0, 2), 'not_a_price'],
    ['a negative price is dropped', after(at100), tick(-5, 2), 'not_a_price'],
    ['NaN is dropped', after(at100), tick(Number.NaN), 'not_a_price'],
    ['a missing ask is dropped', after(at100), tick(100_000, Number.NaN), 'not_a_price'],
    ['half a step is dropped', after(at100), tick(100_000.5, 100_002), 'not_a_price'],
    ['a price beyond the safe integers is dropped', after(at100), tick(2 ** 53, 2 ** 53 + 2), 'not_a_price'],
    ['the highest valid price is accepted', nothing, tick(2 ** 47 - 2), 'accepted'],
    ['a price above the highest is dropped', nothing, tick(2 ** 47 - 1), 'not_a_price'],
    ['a price without a time is dropped', after(at100), tick(100_000, 100_002, Number.NaN), 'not_a_price'],
    ['a bid above its ask is dropped', after(at100), tick(100_002, 100_000), 'crossed'],
    ['an older price is dropped', after(at100), tick(100_000, 100_002, 499_999), 'out_of_order'],
    ['a price with the same time is accepted', after(at100), tick(100_001, 100_003, 500_000), 'accepted'],
    [
      'a price from the future is dropped',
      after(at100),
      tick(100_000, 100_002, nowMs + 60_001),
      'ahead_of_time',
    ],
    ['a clock a minute ahead is tolerated', after(at100), tick(100_000, 100_002, nowMs + 60_000), 'accepted'],
    ['a jump up is held', after(at100), tick(101_001), 'held'],
    ['a jump down is held', after(at100), tick(98_999), 'held'],
    ['a jump of the ask alone is held', after(at100), tick(100_000, 101_200), 'held'],
    [
      'a row before the last accepted row is dropped',
      after(row(100_000, 7)),
      row(100_001, 6),
      'out_of_order',
    ],
    ['a row of the same source time is accepted', after(row(100_000, 7)), row(100_001, 7), 'accepted'],
    ['the first row of a run follows a stored price', after(at100), row(100_001, 0), 'accepted'],
  ]
  for (const [name, state, given, expected] of table) {
    test(name, () => assert.equal(outcomesOf([given], state)[0], expected))
  }
})

describe('the order of two sources', () => {
  const sent = (source: string, timeMs: number, sourceMs: number): Tick => ({
    ...tick(100_000, 100_002, timeMs),
    source,
    sourceMs,
  })
  const last = after(sent('one', 500, 9_000))
  const table = [
    ['an earlier time by the clock of the same source is dropped', sent('one', 500, 8_999), 'dropped'],
    ['a later time by the clock of the same source is accepted', sent('one', 500, 9_001), 'accepted'],
    ['the clocks of two sources are not compared', sent('other', 500, 1), 'accepted'],
    ['an earlier price of another source is dropped', sent('other', 499, 99_000), 'dropped'],
  ] as const
  for (const [name, next, verdict] of table) {
    test(name, () => assert.equal(filterTick(last, next, limitPpm, nowMs).verdict.kind, verdict))
  }

  test('a jump between two sources is held like any other', () => {
    const far: Tick = { ...tick(150_000), source: 'other' }
    const { verdict, next } = filterTick(after({ ...tick(100_000), source: 'one' }), far, limitPpm, nowMs)
    assert.equal(verdict.kind, 'held')
    assert.equal(next.last?.source, 'one')
  })
})

describe('a price beyond the limit', () => {
  // Each line: time in ms, bid, outcome. Before the first line of a case, 100,000 was accepted at 0 ms.
  const table: readonly (readonly [string, readonly (readonly [number, number, string])[]])[] = [
    [
      'is confirmed by two further prices, the last 1 s after it',
      [
        [100, 130_000, 'held'],
        [600, 130_100, 'held'],
        [1100, 130_050, 'accepted'],
        [1200, 130_040, 'accepted'],
      ],
    ],
    [
      'is not confirmed by a single late price',
      [
        [100, 130_000, 'held'],
        [490_000, 130_100, 'held'],
        [490_000, 130_100, 'accepted'],
      ],
    ],
    [
      'is not confirmed within 1 s by any number of prices',
      [
        [100, 130_000, 'held'],
        [400, 130_000, 'held'],
        [700, 130_000, 'held'],
        [1099, 130_000, 'held'],
        [1100, 130_000, 'accepted'],
      ],
    ],
    [
      'repeated once does not prevent the next normal price from being accepted',
      [
        [100, 130_000, 'held'],
        [1200, 130_000, 'held'],
        [1300, 100_010, 'accepted'],
      ],
    ],
    [
      'is discarded when a normal price follows, and later needs two confirmations again',
      [
        [100, 130_000, 'held'],
        [500, 130_000, 'held'],
        [900, 100_010, 'accepted'],
        [1500, 130_000, 'held'],
        [2500, 130_000, 'held'],
        [2600, 130_000, 'accepted'],
      ],
    ],
    [
      'is replaced by a price far from both, and the count restarts',
      [
        [100, 130_000, 'held'],
        [600, 130_000, 'held'],
        [1200, 80_000, 'held'],
        [2300, 80_100, 'held'],
        [2400, 80_200, 'accepted'],
      ],
    ],
    [
      'once replaced is not confirmed by later prices near it',
      [
        [100, 130_000, 'held'],
        [600, 130_000, 'held'],
        [1200, 80_000, 'held'],
        [1300, 130_000, 'held'],
        [2200, 130_000, 'held'],
        [2300, 130_000, 'accepted'],
      ],
    ],
    [
      'does not drift: confirmations are compared with it, not with each other',
      [
        [100, 130_000, 'held'],
        [600, 131_200, 'held'],
        [1200, 132_400, 'held'],
        [2200, 132_400, 'held'],
        [2300, 132_400, 'accepted'],
      ],
    ],
    [
      'stays held when a dropped price comes in between',
      [
        [100, 130_000, 'held'],
        [600, 130_000, 'held'],
        [700, 0, 'not_a_price'],
        [-1, 130_000, 'out_of_order'],
        [1100, 130_000, 'accepted'],
      ],
    ],
    [
      'is discarded by an older normal price that is newer than the last accepted one',
      [
        [100, 130_000, 'held'],
        [50, 100_010, 'accepted'],
        [40, 100_010, 'out_of_order'],
      ],
    ],
    [
      'is confirmed by older prices only together with one that is 1 s newer',
      [
        [2000, 130_000, 'held'],
        [900, 130_000, 'held'],
        [950, 130_000, 'held'],
        [3000, 130_000, 'accepted'],
      ],
    ],
  ]
  for (const [name, lines] of table) {
    test(name, () => {
      const given = lines.map(([timeMs, bid]) => tick(bid, bid + 2, 500_000 + timeMs))
      assert.deepEqual(
        outcomesOf(given, after(tick(100_000))),
        lines.map(([, , outcome]) => outcome),
      )
    })
  }

  test('uses the source time in a replay, whose overdue rows share one play time', () => {
    const given = [row(130_000, 20), row(100_001, 9), row(100_002, 15), row(100_003, 14), row(100_004, 21)]
    assert.deepEqual(outcomesOf(given, after(row(100_000, 10))), [
      'held',
      'out_of_order',
      'accepted',
      'out_of_order',
      'accepted',
    ])
  })
})

test('a jump is accepted only after a held price is at least 1 s old and all prices since then confirm it', () => {
  const step = fc.tuple(
    fc.constantFrom(100_000, 130_000, 130_400, 131_000, 80_000),
    fc.integer({ min: -300, max: 900 }),
  )
  let jumps = 0
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 60 }), (steps) => {
      let state = nothing
      let timeMs = 500_000
      /** Prices held since the last accepted one, oldest first. */
      let waiting: Tick[] = []
      for (const [bid, laterMs] of steps) {
        timeMs += laterMs
        const given = tick(bid, bid, timeMs)
        const { last } = state
        const { verdict, next } = filterTick(state, given, limitPpm, nowMs)
        state = next
        if (verdict.kind === 'held') waiting.push(given)
        if (verdict.kind !== 'accepted') continue
        if (last !== undefined && !isNear(last, given)) {
          jumps += 1
          assert.ok(isConfirmed(waiting, given), JSON.stringify({ waiting, given }))
        }
        waiting = []
      }
    }),
    { numRuns: 2000 },
  )
  assert.ok(jumps > 100, `only ${jumps} jumps were accepted`)
})

/** True if a held price is at least 1 s old and at least two later prices in a row are near it. */
function isConfirmed(waiting: readonly Tick[], given: Tick): boolean {
  return waiting.some((held, at) => {
    const since = waiting.slice(at)
    const isInRow = since.length >= 2 && since.every((other) => isNear(held, other))
    return isInRow && isNear(held, given) && given.timeMs - held.timeMs >= 1000
  })
}

function isNear(from: Tick, to: Tick): boolean {
  return Math.abs(to.bid - from.bid) * 100 <= from.bid
}

/** A row of a replay that is behind schedule: such rows all get the same `timeMs`. */
function row(bid: number, sourceMs: number): Tick {
  return { ...tick(bid), sourceMs }
}

function outcomesOf(given: readonly Tick[], first: FilterState): readonly string[] {
  let state = first
  return given.map((next) => {
    const judgement = filterTick(state, next, limitPpm, nowMs)
    state = judgement.next
    const { verdict } = judgement
    return verdict.kind === 'dropped' ? verdict.why : verdict.kind
  })
}
