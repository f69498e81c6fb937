import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type AlertRule, alertPhase, isReached, quietMs, ruleAfterHit } from '#core/alert/alert-rule.ts'
import type { Quote } from '#core/market/quote.ts'
import { price } from '#core/money/amounts.ts'
import { createAlertIndex } from '#server/alerts/alert-index.ts'
import type { ActiveAlert, AlertHit } from '#server/alerts/alerts-types.ts'
import { createQuoteJudge } from '#server/alerts/judge-quotes.ts'
import { createFakeTimers } from '#server/platform/fake-timers.ts'
import { fc } from '#test/fast-check.ts'

function quoteOf(seq: number, bid: number, timeMs = seq, marketId = 1): Quote {
  return { marketId, bid: price(bid), ask: price(bid + 1), timeMs, seq, source: 'sim:1' }
}

function alertOf(id: number, rule: AlertRule, more: Partial<ActiveAlert> = {}): ActiveAlert {
  const alert = { id, userId: 1, isDemo: false, marketId: 1, rule, repeats: false, hits: 0, hitMs: undefined }
  return { ...alert, ...more }
}

const nameOf = ({ alert, quote }: AlertHit) => `${alert.id}.${alert.hits} by ${quote.seq}`

/** Active alerts after hits. */
function afterHit({ alert, quote }: AlertHit): ActiveAlert {
  const rule = ruleAfterHit(alert.rule, quote.bid)
  return { ...alert, rule, hits: alert.hits + 1, hitMs: quote.timeMs }
}

/** Examines every alert on every quote. */
function createNaiveScan() {
  const active = new Map<number, { alert: ActiveAlert; isArmed: boolean }>()
  return {
    add: (alert: ActiveAlert) => active.set(alert.id, { alert, isArmed: false }),
    remove: (id: number) => active.delete(id),
    hits(quote: Quote): readonly string[] {
      const hits: AlertHit[] = []
      for (const one of active.values()) {
        const { alert } = one
        if (alert.marketId !== quote.marketId) continue
        one.isArmed ||= alertPhase(alert.rule, alert.hitMs, quote) === 'armed'
        if (one.isArmed && isReached(alert.rule, quote.bid)) hits.push({ alert, quote })
      }
      for (const hit of hits) {
        if (hit.alert.repeats) active.set(hit.alert.id, { alert: afterHit(hit), isArmed: false })
        else active.delete(hit.alert.id)
      }
      return hits.map(nameOf).sort()
    },
  }
}

const bids = fc.integer({ min: 90, max: 110 }).map(price)
const rules: fc.Arbitrary<AlertRule> = fc.oneof(
  fc.record({ condition: fc.constantFrom('above' as const, 'below' as const), level: bids }),
  fc.record({
    condition: fc.constant('change' as const),
    base: bids,
    hundredths: fc.integer({ min: 1, max: 1000 }),
  }),
)
const marketIds = fc.constantFrom(1, 2)
const steps = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('add' as const),
      marketId: marketIds,
      rule: rules,
      repeats: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), id: fc.nat(60) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('quote' as const),
      marketId: marketIds,
      bid: bids,
      afterMs: fc.constantFrom(0, 1000, quietMs / 2, quietMs),
    }),
  },
)

describe('the index of price alerts', () => {
  test('passes on exactly the alerts that a scan of all of them finds', () => {
    let told = 0
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 200, size: 'max' }), (history) => {
        const hits: AlertHit[] = []
        const index = createAlertIndex((hit) => hits.push(hit))
        const naive = createNaiveScan()
        let [seq, timeMs] = [0, 0]
        for (const [at, step] of history.entries()) {
          if (step.kind === 'add') {
            const alert = alertOf(at, step.rule, step)
            index.add(alert, undefined)
            naive.add(alert)
          } else if (step.kind === 'remove') {
            index.remove(step.id)
            naive.remove(step.id)
          } else {
            seq += 1
            timeMs += step.afterMs
            const quote = quoteOf(seq, step.bid, timeMs, step.marketId)
            assert.ok(index.judge(quote, Number.POSITIVE_INFINITY))
            const found = hits.splice(0)
            assert.deepEqual(found.map(nameOf).sort(), naive.hits(quote))
            for (const hit of found) if (hit.alert.repeats) index.add(afterHit(hit), quote)
            told += found.length
          }
        }
      }),
      { numRuns: 100 },
    )
    assert.ok(told > 2000, `${told} hits`)
  })

  test('arms an alert that was hit before a start as its newest quote says', () => {
    const rule = { condition: 'above', level: price(100) } as const
    const hit = { repeats: true, hits: 1, hitMs: 0 }
    const cases = [
      ['back across after the rest', quoteOf(1, 99, quietMs), ['7.1 by 9']],
      ['still beyond', quoteOf(1, 100, quietMs), []],
      ['back across, but too soon', quoteOf(1, 99, quietMs - 1), []],
      ['no quote', undefined, []],
    ] as const
    for (const [name, last, expected] of cases) {
      const hits: AlertHit[] = []
      const index = createAlertIndex((found) => hits.push(found))
      index.add(alertOf(7, rule, hit), last)
      index.judge(quoteOf(9, 101, quietMs + 1), 10)
      assert.deepEqual(hits.map(nameOf), expected, name)
    }
  })

  test('counts alerts, and those of demo accounts', () => {
    const index = createAlertIndex(() => undefined)
    const rule = { condition: 'above', level: price(100) } as const
    index.add(alertOf(1, rule, { isDemo: true }), undefined)
    index.add(alertOf(1, rule, { isDemo: true }), undefined)
    index.add(alertOf(2, rule), undefined)
    assert.deepEqual([index.size(), index.demoSize()], [2, 1])
    index.judge(quoteOf(1, 100), 1)
    index.remove(1)
    index.remove(2)
    index.remove(2)
    assert.deepEqual([index.size(), index.demoSize()], [0, 0])
  })
})

describe('a quote that reaches thousands of alerts', () => {
  function setUp(alerts: number) {
    const hits: AlertHit[] = []
    const timers = createFakeTimers()
    const index = createAlertIndex((hit) => hits.push(hit))
    for (let id = 1; id <= alerts; id += 1)
      index.add(alertOf(id, { condition: 'above', level: price(100) }), undefined)
    const judge = createQuoteJudge(index, timers)
    const quote = (seq: number, bid: number, marketId = 1) =>
      judge.onMarketEvent({ kind: 'quote', ...quoteOf(seq, bid, seq, marketId) })
    return { hits, timers, judge, quote, seqs: () => [...new Set(hits.map((hit) => hit.quote.seq))] }
  }

  test('is judged in slices, each in a turn of its own', () => {
    const { hits, timers, quote } = setUp(1200)
    quote(1, 100)
    assert.equal(hits.length, 250)
    timers.advance(0)
    assert.equal(hits.length, 1200)
    assert.deepEqual(timers.pending(), [])
  })

  test('hits them all, though the next quote is back', () => {
    const { hits, quote, seqs } = setUp(1200)
    quote(1, 100)
    quote(2, 50)
    assert.deepEqual([hits.length, seqs()], [1200, [1]])
  })

  test('is judged to the end at a stop', () => {
    const { hits, judge, quote } = setUp(1200)
    quote(1, 100)
    judge.stop()
    assert.equal(hits.length, 1200)
  })
})
