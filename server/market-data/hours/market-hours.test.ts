import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { spanAt } from '#core/market/trading-hours.ts'
import { markets } from '#db/seed/markets.ts'
import { createMarketHours, type HoursMode } from '#server/market-data/hours/market-hours.ts'

const dayMs = 86_400_000
const euro = idOf('EURUSD')
const gold = idOf('XAUUSD')
const bitcoin = idOf('BTCUSD')
const apple = idOf('AAPL')
const sap = idOf('SAP.DE')

function idOf(code: string): number {
  return markets.find((market) => market.code === code)?.id ?? 0
}

function hoursOf(mode: HoursMode, from = '2026-11-01', to = '2026-12-01') {
  return createMarketHours({ mode, markets, fromMs: Date.parse(from), toMs: Date.parse(to) })
}

describe('the markets open in mode', () => {
  const saturday = Date.parse('2026-11-14T15:00Z')
  const fridayAfternoon = Date.parse('2026-11-13T15:00Z')
  const rows: readonly (readonly [HoursMode, number, readonly number[]])[] = [
    ['real', saturday, [bitcoin]],
    ['relaxed', saturday, [euro, gold, bitcoin]],
    ['always', saturday, [euro, gold, bitcoin, apple, sap]],
    ['real', fridayAfternoon, [euro, gold, bitcoin, apple, sap]],
    ['relaxed', fridayAfternoon, [euro, gold, bitcoin, apple, sap]],
  ]
  for (const [mode, timeMs, expected] of rows)
    it(`${mode}, on ${new Date(timeMs).toISOString().slice(0, 10)}`, () => {
      const { spansOf } = hoursOf(mode)
      const open = [euro, gold, bitcoin, apple, sap].filter((id) => spanAt(spansOf(id), timeMs) !== undefined)
      assert.deepEqual(open, expected)
    })

  it('refuses an unknown market', () => {
    assert.throws(() => hoursOf('real').spansOf(12), /market 12 has no session hours/)
  })

  it('refuses a market with unknown hours', () => {
    const [first] = markets
    assert.ok(first)
    assert.throws(
      () =>
        createMarketHours({ mode: 'real', markets: [{ ...first, hours: 'moon' }], fromMs: 0, toMs: dayMs }),
      /unknown session hours moon/,
    )
  })
})

describe('a window that is extended', () => {
  for (const mode of ['real', 'relaxed', 'always'] as const)
    it(`day by day equals one of the full size in mode ${mode}`, () => {
      const growing = hoursOf(mode, '2026-03-01', '2026-03-02')
      for (let day = 1; day <= 40; day += 1) growing.extendTo(Date.parse('2026-03-02') + day * dayMs)
      const whole = hoursOf(mode, '2026-03-01', '2026-04-11')
      for (const { id, code } of markets) assert.deepEqual(growing.spansOf(id), whole.spansOf(id), code)
    })

  it('grows by whole days, so that repeated calls change nothing', () => {
    const hours = hoursOf('real')
    hours.extendTo(Date.parse('2026-12-01T00:00:01Z'))
    const grown = hours.spansOf(bitcoin)
    assert.deepEqual(grown, [{ fromMs: Date.parse('2026-11-01'), toMs: Date.parse('2026-12-02') }])
    hours.extendTo(Date.parse('2026-12-01T23:59Z'))
    assert.equal(hours.spansOf(bitcoin), grown)
  })

  it('never shrinks', () => {
    const hours = hoursOf('always')
    hours.extendTo(0)
    assert.deepEqual(hours.spansOf(apple), [
      { fromMs: Date.parse('2026-11-01'), toMs: Date.parse('2026-12-01') },
    ])
  })
})
