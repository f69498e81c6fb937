import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { DateTime } from 'luxon'
import { dayMs } from '#core/candle/period.ts'
import { dayOf, weekdayOf } from '#server/feed/sim/calendar-days.ts'
import {
  daylightSavingOn,
  type FinancialCentre,
  utcOffsetMinutes,
} from '#server/feed/sim/financial-centres.ts'
import { activities, createVarianceClock } from '#server/feed/sim/trading-activity.ts'

describe('activity', () => {
  const between = (clock: Float64Array, fromHour: number, toHour: number) =>
    (clock[toHour * 60] ?? 0) - (clock[fromHour * 60] ?? 0)

  describe('the variance clock', () => {
    for (const [name, activity] of Object.entries(activities)) {
      test(`of ${name} always increases, and reaches 1 on a Wednesday`, () => {
        const clockOf = createVarianceClock(activity)
        for (let day = dayOf(2026, 1, 1); day < dayOf(2027, 1, 3); day++) {
          const clock = clockOf(day)
          assert.ok(
            clock.every((height, minute) => minute === 0 || height > (clock[minute - 1] ?? 0)),
            String(day),
          )
        }
        assert.ok(Math.abs((clockOf(dayOf(2026, 1, 14)).at(-1) ?? 0) - 1) < 1e-9)
      })
    }

    const currencies = createVarianceClock(activities.currencies)

    test('is slow from Friday 17:00 to Sunday 17:00 New York time', () => {
      const friday = currencies(dayOf(2026, 11, 13))
      const saturday = currencies(dayOf(2026, 11, 14))
      const sunday = currencies(dayOf(2026, 11, 15))
      const slow = 0.03 / 24
      assert.ok(Math.abs(between(friday, 22, 24) - 2 * slow) < 1e-9)
      assert.ok(between(friday, 20, 22) > 10 * slow)
      assert.ok(Math.abs(between(saturday, 0, 24) - 24 * slow) < 1e-9)
      assert.ok(Math.abs(between(sunday, 0, 22) - 22 * slow) < 1e-9)
      assert.ok(between(sunday, 22, 24) > 10 * slow)
    })

    test('is slow at Christmas', () => {
      assert.ok((currencies(dayOf(2026, 12, 25)).at(-1) ?? 0) < 0.1)
    })

    const closed: readonly (readonly [keyof typeof activities, day: number, hours: [number, number]])[] = [
      ['americanShares', dayOf(2026, 11, 26), [5, 24]],
      ['germanShares', dayOf(2026, 5, 1), [0, 22]],
      ['europe', dayOf(2026, 12, 24), [0, 24]],
      ['britishShares', dayOf(2026, 8, 31), [0, 23]],
      ['britain', dayOf(2026, 8, 31), [0, 23]],
      ['hongKong', dayOf(2026, 2, 17), [0, 24]],
      ['hongKongShares', dayOf(2026, 7, 1), [0, 16]],
      ['japaneseShares', dayOf(2026, 2, 11), [0, 15]],
      ['australia', dayOf(2026, 1, 26), [0, 13]],
      ['energies', dayOf(2026, 4, 3), [5, 21]],
    ]
    for (const [name, day, [from, to]] of closed) {
      test(`of ${name} is as slow on a holiday of the exchange as on a Saturday`, () => {
        const clockOf = createVarianceClock(activities[name])
        const saturday = clockOf(dayOf(2026, 11, 14))
        assert.ok(Math.abs(between(clockOf(day), from, to) - between(saturday, from, to)) < 1e-9)
      })
    }

    test('begins a holiday at local midnight: the opening hour of Sydney is on the day before in UTC', () => {
      const clockOf = createVarianceClock(activities.australia)
      assert.ok(between(clockOf(dayOf(2026, 1, 25)), 23, 24) < 0.03 / 23)
      assert.ok(between(clockOf(dayOf(2026, 1, 26)), 23, 24) > 0.1)
    })

    test('of an index that trades in several centres goes on in the others', () => {
      const clockOf = createVarianceClock(activities.world)
      const thanksgiving = clockOf(dayOf(2026, 11, 26))
      assert.ok(between(thanksgiving, 7, 9) > 0.02)
      assert.ok(Math.abs(between(thanksgiving, 18, 23) - (5 * 0.03) / 24) < 1e-9)
    })

    test('follows the local time of an exchange: in summer an hour earlier in UTC', () => {
      const shares = createVarianceClock(activities.americanShares)
      const winter = shares(dayOf(2026, 1, 14))
      const summer = shares(dayOf(2026, 7, 15))
      assert.ok(between(winter, 14, 15) > 5 * between(winter, 13, 14))
      assert.ok(between(summer, 13, 14) > 5 * between(summer, 12, 13))
    })
  })
})

describe('daylight saving rules', () => {
  const zones: Readonly<Record<FinancialCentre, string>> = {
    new_york: 'America/New_York',
    chicago: 'America/Chicago',
    london: 'Europe/London',
    frankfurt: 'Europe/Berlin',
    hong_kong: 'Asia/Hong_Kong',
    tokyo: 'Asia/Tokyo',
    sydney: 'Australia/Sydney',
    utc: 'UTC',
  }

  for (const [centre, zone] of Object.entries(zones)) {
    test(`the offset of ${centre} equals the time zone database on every day from 2020 to 2030`, () => {
      for (let day = Date.UTC(2020, 0, 1) / dayMs; day < Date.UTC(2031, 0, 1) / dayMs; day++) {
        const noon = DateTime.fromMillis(day * dayMs + dayMs / 2, { zone })
        assert.equal(
          utcOffsetMinutes(centre as FinancialCentre, daylightSavingOn(day)),
          noon.offset,
          noon.toISO() ?? '',
        )
      }
    })
  }

  test('weekdays count from Sunday, even before the epoch', () => {
    assert.equal(weekdayOf(0), 4)
    assert.equal(weekdayOf(-5), 6)
    assert.equal(weekdayOf(Date.UTC(2026, 10, 15) / dayMs), 0)
  })
})
