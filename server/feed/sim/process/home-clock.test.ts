import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DateTime } from 'luxon'
import { dayMs } from '#core/candle/period.ts'
import { type Home, minutesAhead, seasonOf, weekdayOf } from '#server/feed/sim/process/home-clock.ts'

const zones: Readonly<Record<Home, string>> = {
  new_york: 'America/New_York',
  london: 'Europe/London',
  frankfurt: 'Europe/Berlin',
  hong_kong: 'Asia/Hong_Kong',
  tokyo: 'Asia/Tokyo',
  sydney: 'Australia/Sydney',
  utc: 'UTC',
}

for (const [home, zone] of Object.entries(zones)) {
  test(`the clocks of ${home} agree with the database of zones at noon of every day from 2020 to 2030`, () => {
    for (let day = Date.UTC(2020, 0, 1) / dayMs; day < Date.UTC(2031, 0, 1) / dayMs; day++) {
      const noon = DateTime.fromMillis(day * dayMs + dayMs / 2, { zone })
      assert.equal(minutesAhead(home as Home, seasonOf(day)), noon.offset, noon.toISO() ?? '')
    }
  })
}

test('weekdays are counted from Sunday, before the epoch too', () => {
  assert.equal(weekdayOf(0), 4)
  assert.equal(weekdayOf(-5), 6)
  assert.equal(weekdayOf(Date.UTC(2026, 10, 15) / dayMs), 0)
})
