import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dayMs } from '#core/candle/period.ts'
import type { DayCalendar } from '#core/market/trading-hours.ts'
import * as seeded from '#db/seed/holidays.ts'
import { dayOf, easterOf, weekdayOf } from '#server/feed/sim/calendar-days.ts'
import { createHolidays } from '#server/feed/sim/exchange-holidays.ts'
import type { FinancialCentre } from '#server/feed/sim/financial-centres.ts'

const isoOf = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10)

/** Holidays from Monday to Friday, as `01-19`. */
function holidaysIn(centre: FinancialCentre, year: number): readonly string[] {
  const isHoliday = createHolidays(centre)
  const days = Array.from({ length: 366 }, (_, at) => dayOf(year, 1, 1) + at)
  return days
    .filter((day) => day < dayOf(year + 1, 1, 1) && ![0, 6].includes(weekdayOf(day)) && isHoliday(day))
    .map((day) => isoOf(day).slice(5))
}

describe('the holidays of the simulation', () => {
  const calendars: ReadonlyMap<string, DayCalendar> = new Map(Object.entries(seeded))
  const closedDates = (name: string) => calendars.get(name)?.closed ?? assert.fail(name)
  const same: readonly (readonly [FinancialCentre, string])[] = [
    ['new_york', 'newYork'],
    ['chicago', 'usFutures'],
    ['london', 'london'],
    ['frankfurt', 'frankfurt'],
    ['hong_kong', 'hongKong'],
    ['tokyo', 'tokyo'],
    ['sydney', 'sydney'],
  ]
  const fewer: readonly (readonly [FinancialCentre, string])[] = [
    ['frankfurt', 'paris'],
    ['chicago', 'brentFutures'],
    ['chicago', 'usFuturesInChicago'],
    ['utc', 'currencies'],
  ]

  for (const [centre, name] of same) {
    test(`of ${centre} are those of the seeded calendar ${name}`, () => {
      const closed = closedDates(name)
      for (const year of new Set(closed.map((date) => date.slice(0, 4)))) {
        const inYear = closed.filter((date) => date.startsWith(year)).map((date) => date.slice(5))
        assert.deepEqual(holidaysIn(centre, Number(year)), inYear, year)
      }
    })
  }

  for (const [centre, name] of fewer) {
    test(`of ${centre} contain those of the seeded calendar ${name}`, () => {
      for (const date of closedDates(name)) assert.ok(createHolidays(centre)(Date.parse(date) / dayMs), date)
    })
  }

  test('are compared with every seeded calendar', () => {
    assert.deepEqual([...same, ...fewer].map(([, name]) => name).sort(), [...calendars.keys()].sort())
  })

  // Announced by the exchanges for other years.
  const announced: readonly (readonly [FinancialCentre, number, string])[] = [
    ['new_york', 2022, '01-17 02-21 04-15 05-30 06-20 07-04 09-05 11-24 12-26'],
    ['new_york', 2023, '01-02 01-16 02-20 04-07 05-29 06-19 07-04 09-04 11-23 12-25'],
    ['new_york', 2025, '01-01 01-20 02-17 04-18 05-26 06-19 07-04 09-01 11-27 12-25'],
    ['new_york', 2028, '01-17 02-21 04-14 05-29 06-19 07-04 09-04 11-23 12-25'],
    ['london', 2021, '01-01 04-02 04-05 05-03 05-31 08-30 12-27 12-28'],
    ['london', 2025, '01-01 04-18 04-21 05-05 05-26 08-25 12-25 12-26'],
    ['frankfurt', 2025, '01-01 04-18 04-21 05-01 12-24 12-25 12-26 12-31'],
    [
      'hong_kong',
      2024,
      '01-01 02-12 02-13 03-29 04-01 04-04 05-01 05-15 06-10 07-01 09-18 10-01 10-11 12-25 12-26',
    ],
    [
      'hong_kong',
      2025,
      '01-01 01-29 01-30 01-31 04-04 04-18 04-21 05-01 05-05 07-01 10-01 10-07 10-29 12-25 12-26',
    ],
    [
      'tokyo',
      2024,
      '01-01 01-02 01-03 01-08 02-12 02-23 03-20 04-29 05-03 05-06 07-15 08-12 09-16 09-23 10-14 11-04 12-31',
    ],
    [
      'tokyo',
      2025,
      '01-01 01-02 01-03 01-13 02-11 02-24 03-20 04-29 05-05 05-06 07-21 08-11 09-15 09-23 10-13 11-03 11-24 12-31',
    ],
    ['sydney', 2025, '01-01 01-27 04-18 04-21 04-25 06-09 12-25 12-26'],
    ['sydney', 2022, '01-03 01-26 04-15 04-18 04-25 06-13 12-26 12-27'],
  ]
  for (const [centre, year, days] of announced) {
    test(`of ${centre} in ${year} are the announced ones`, () => {
      assert.equal(holidaysIn(centre, year).join(' '), days)
    })
  }
})

test('Easter is on these Sundays', () => {
  for (const date of [
    '1961-04-02',
    '2000-04-23',
    '2008-03-23',
    '2025-04-20',
    '2026-04-05',
    '2038-04-25',
    '2049-04-18',
  ]) {
    assert.equal(isoOf(easterOf(Number(date.slice(0, 4)))), date)
  }
})
