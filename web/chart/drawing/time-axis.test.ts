import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dayMs, minuteMs, type Period, periodMs, periods } from '#core/candle/period.ts'
import { languages } from '#i18n/languages.ts'
import { fc } from '#test/fast-check.ts'
import { createTimeFormat, type TickView, timeTicks } from '#web/chart/drawing/time-axis.ts'

describe('ticks', () => {
  const utc = () => 0

  function view(period: Period, from: string, count: number, change: Partial<TickView> = {}): TickView {
    const length = periodMs(period)
    const startMs = Date.parse(from)
    return {
      startsMs: Array.from({ length: count }, (_, at) => startMs + at * length),
      beforeMs: startMs - length,
      periodMs: length,
      barPx: 8,
      minSpacingPx: 80,
      offsetMs: utc,
      ...change,
    }
  }

  /** Each tick as its unit and local time. */
  function shown(given: TickView): readonly string[] {
    return timeTicks(given).map(({ position, unit }) => {
      const startMs = (given.startsMs[position] ?? 0) + given.offsetMs(given.startsMs[position] ?? 0)
      return `${unit} ${new Date(startMs).toISOString().slice(0, 16)}`
    })
  }

  describe('time ticks', () => {
    test('are at round times, and show the day at midnight', () => {
      assert.deepEqual(shown(view('1min', '2026-03-04T23:32Z', 48)), [
        'time 2026-03-04T23:40',
        'time 2026-03-04T23:50',
        'day 2026-03-05T00:00',
        'time 2026-03-05T00:10',
      ])
      assert.deepEqual(shown(view('15min', '2026-03-04T18:15Z', 40)), [
        'time 2026-03-04T21:00',
        'day 2026-03-05T00:00',
        'time 2026-03-05T03:00',
      ])
    })

    test('are round in the local time zone', () => {
      const nepal = () => (5 * 60 + 45) * minuteMs
      assert.deepEqual(shown(view('15min', '2026-03-04T14:15Z', 40, { offsetMs: nepal })), [
        'time 2026-03-04T21:00',
        'day 2026-03-05T00:00',
        'time 2026-03-05T03:00',
      ])
    })

    test('are sparser if the candles are closer together', () => {
      const far = view('1min', '2026-03-04T09:01Z', 240, { barPx: 1 })
      assert.deepEqual(shown(far), ['time 2026-03-04T10:00', 'time 2026-03-04T12:00'])
      assert.equal(shown({ ...far, barPx: 0.1 }).length, 0)
    })

    test('of daily candles are Mondays, then months, and show a new year', () => {
      assert.deepEqual(shown(view('1day', '2025-12-11T00:00Z', 30, { barPx: 12 })), [
        'day 2025-12-15T00:00',
        'day 2025-12-22T00:00',
        'day 2025-12-29T00:00',
        'day 2026-01-05T00:00',
      ])
      assert.deepEqual(shown(view('1day', '2025-11-20T00:00Z', 90, { barPx: 3 })), [
        'month 2025-12-01T00:00',
        'year 2026-01-01T00:00',
        'month 2026-02-01T00:00',
      ])
    })

    test('after a closed weekend show the day, not the hour before it', () => {
      const friday = Date.parse('2026-03-06T18:00Z')
      const monday = Date.parse('2026-03-09T00:00Z')
      const startsMs = [
        ...Array.from({ length: 12 }, (_, at) => friday + at * 15 * minuteMs),
        ...Array.from({ length: 20 }, (_, at) => monday + at * 15 * minuteMs),
      ]
      const ticks = shown(
        view('15min', '2026-03-06T18:00Z', 0, { startsMs, beforeMs: friday - 15 * minuteMs }),
      )
      assert.ok(ticks.includes('day 2026-03-09T00:00'), ticks.join())
    })

    test('never overlap', () => {
      const views = fc.record({
        period: fc.constantFrom(...periods),
        gaps: fc.array(fc.constantFrom(1, 1, 1, 1, 2, 200), { minLength: 1, maxLength: 200, size: 'max' }),
        barPx: fc.double({ min: 1, max: 50, noNaN: true }),
        from: fc.integer({ min: 0, max: 30_000 }),
      })
      const property = fc.property(views, ({ period, gaps, barPx, from }) => {
        const length = periodMs(period)
        let startMs = from * dayMs
        const startsMs = gaps.map((gap) => {
          startMs += gap * length
          return startMs
        })
        const ticks = timeTicks({
          startsMs,
          beforeMs: undefined,
          periodMs: length,
          barPx,
          minSpacingPx: 80,
          offsetMs: utc,
        })
        for (const [at, tick] of ticks.entries()) {
          const next = ticks[at + 1]
          if (next !== undefined) assert.ok((next.position - tick.position) * barPx >= 80)
        }
      })
      fc.assert(property)
    })
  })
})

describe('formatting', () => {
  /** Wrapped in directional isolates. */
  const isolated = (text: string) => `\u2068${text}\u2069`

  const newYear = Date.parse('2026-01-01T00:00Z')

  describe('time format', () => {
    test('uses the UTC date for daily candles', () => {
      const format = createTimeFormat('en', '1day')
      assert.equal(format.tick(newYear, 'day'), isolated('Jan 1'))
      assert.equal(format.tick(newYear, 'month'), isolated('Jan'))
      assert.equal(format.tick(newYear, 'year'), isolated('2026'))
      assert.equal(format.full(newYear), isolated('Thu, Jan 1, 2026'))
      assert.equal(format.offsetMs(newYear), 0)
    })

    test('uses the local time zone for shorter periods', () => {
      const format = createTimeFormat('en', '15min')
      const local = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
      assert.equal(format.tick(newYear, 'time'), isolated(local.format(newYear)))
      assert.equal(format.offsetMs(newYear), -new Date(newYear).getTimezoneOffset() * 60_000)
    })

    test('uses the language of the user with Latin digits', () => {
      assert.equal(createTimeFormat('zh-Hant-HK', '1day').tick(newYear, 'day'), isolated('1月1日'))
      assert.equal(createTimeFormat('de', '1day').tick(newYear, 'day'), isolated('1. Jan.'))
      for (const { locale } of languages) {
        const format = createTimeFormat(locale, '1day')
        assert.match(format.tick(newYear, 'day'), /(?<!\d)1(?!\d)/, locale)
        assert.match(format.full(newYear), /2026/, locale)
      }
    })

    test('compares the days of two times', () => {
      const format = createTimeFormat('en', '1day')
      assert.equal(format.isSameDay(newYear, newYear + 1), true)
      assert.equal(format.isSameDay(newYear, newYear - 1), false)
    })
  })
})
