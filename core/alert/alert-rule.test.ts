import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type AlertRule,
  alertLevels,
  alertPhase,
  backLevels,
  isReached,
  quietMs,
} from '#core/alert/alert-rule.ts'
import { parseAlert } from '#core/alert/parse-alert.ts'
import { highestPrice, price } from '#core/money/amounts.ts'
import { fc } from '#test/fast-check.ts'

const above = { condition: 'above', level: price(110) } as const
const below = { condition: 'below', level: price(90) } as const
const change = (hundredths: number, base = 100) =>
  ({ condition: 'change', base: price(base), hundredths }) as const

describe('a price alert is reached', () => {
  const cases: readonly [string, AlertRule, readonly number[], readonly number[]][] = [
    ['above: at its level and higher', above, [110, 111, 5000], [109, 1]],
    ['below: at its level and lower', below, [90, 89, 1], [91, 5000]],
    ['change: by the percentage in either direction', change(1000), [110, 90, 200, 1], [109, 91, 100]],
    ['change: by a whole step at least', change(1), [101, 99], [100]],
    ['change: not before the exact percentage', change(150, 101), [103, 99], [102, 100]],
    ['change of 100 percent: by doubling only', change(10_000), [200], [199, 1]],
  ]
  for (const [name, rule, reached, not] of cases)
    test(name, () => {
      for (const bid of reached) assert.equal(isReached(rule, bid), true, String(bid))
      for (const bid of not) assert.equal(isReached(rule, bid), false, String(bid))
    })

  test('by a change at exactly the least bids that differ by the percentage, for every base', () => {
    const bases = fc.integer({ min: 1, max: highestPrice })
    fc.assert(
      fc.property(bases, fc.integer({ min: 1, max: 10_000 }), (base, hundredths) => {
        const { rises, falls } = alertLevels(change(hundredths, base))
        const isFar = (steps: number) => BigInt(steps) * 10_000n >= BigInt(base) * BigInt(hundredths)
        assert.ok(isFar(rises - base) && !isFar(rises - base - 1))
        assert.equal(base - falls, rises - base)
      }),
    )
  })
})

describe('a repeating price alert after a hit', () => {
  const at = (afterMs: number, bid: number) => ({ bid: price(bid), timeMs: 1000 + afterMs })
  const cases: readonly [string, AlertRule, number, number, string][] = [
    ['rests for five minutes, wherever the bid is', above, quietMs - 1, 50, 'resting'],
    ['is armed after that on the other side', above, quietMs, 109, 'armed'],
    ['waits at its level for the other side', above, quietMs, 110, 'crossing'],
    ['waits beyond its level', above, 2 * quietMs, 120, 'crossing'],
    ['below is armed one step above its level', below, quietMs, 91, 'armed'],
    ['below waits at its level', below, quietMs, 90, 'crossing'],
    ['change is armed after five minutes', change(100), quietMs, 500, 'armed'],
    ['change rests before', change(100), quietMs - 1, 500, 'resting'],
  ]
  for (const [name, rule, afterMs, bid, phase] of cases)
    test(name, () => assert.equal(alertPhase(rule, 1000, at(afterMs, bid)), phase))

  test('rests as long as there is no quote', () => {
    assert.equal(alertPhase(above, 1000, undefined), 'resting')
  })
  test('is back across its level exactly where it is not reached', () => {
    assert.deepEqual(backLevels(above), { rises: Number.POSITIVE_INFINITY, falls: 109 })
    assert.deepEqual(backLevels(below), { rises: 91, falls: Number.NEGATIVE_INFINITY })
  })
})

describe('a typed price alert', () => {
  const bid = price(108_400)
  const parsed = (
    condition: 'above' | 'below' | 'change',
    typed: string | undefined,
    at: typeof bid | undefined,
  ) => parseAlert({ condition, price: typed, percent: typed }, 5, at)
  const accepted = [
    ['above', '1.0841', bid, { condition: 'above', level: 108_410 }],
    ['above', '1.08401', bid, { condition: 'above', level: 108_401 }],
    ['below', '1.08399', bid, { condition: 'below', level: 108_399 }],
    ['below', '9', undefined, { condition: 'below', level: 900_000 }],
    ['above', '1.2000000', bid, { condition: 'above', level: 120_000 }],
    ['change', '0.01', bid, { condition: 'change', base: 108_400, hundredths: 1 }],
    ['change', '100', bid, { condition: 'change', base: 108_400, hundredths: 10_000 }],
  ] as const
  for (const [condition, typed, at, rule] of accepted)
    test(`${condition} ${typed} is accepted at ${at}`, () =>
      assert.deepEqual(parsed(condition, typed, at), { ok: true, rule }))

  const refused = [
    ['above', undefined, bid, 'price_required'],
    ['above', '1.084011', bid, 'invalid_price'],
    ['above', '0', bid, 'invalid_price'],
    ['below', '99999999999999999999', bid, 'invalid_price'],
    ['above', '1.08400', bid, 'alert_reached'],
    ['below', '1.08400', bid, 'alert_reached'],
    ['below', '1.2', bid, 'alert_reached'],
    ['change', undefined, bid, 'invalid_percent'],
    ['change', '0', bid, 'invalid_percent'],
    ['change', '100.01', bid, 'invalid_percent'],
    ['change', '1', undefined, 'no_price'],
  ] as const
  for (const [condition, typed, at, problem] of refused)
    test(`${condition} ${typed} at ${at} is refused: ${problem}`, () =>
      assert.deepEqual(parsed(condition, typed, at), { ok: false, problem }))
})
