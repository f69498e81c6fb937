import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  formatDate,
  formatDateTime,
  formatDateTimeSeconds,
  formatExactTime,
  formatTime,
} from '#browser/time/date-format.ts'

const iso = '2026-11-15T08:05:00.000Z'

describe('a formatted time', () => {
  const table: readonly (readonly [string, string, string])[] = [
    ['en', 'Nov 15, 2026', 'Nov 15, 2026, 08:05'],
    ['zh-Hant-HK', '2026年11月15日', '2026年11月15日 08:05'],
    ['de', '15. Nov. 2026', '15. Nov. 2026, 08:05'],
    ['th', '15 พ.ย. 2026', '15 พ.ย. 2026 08:05'],
  ]
  for (const [locale, date, dateTime] of table) {
    test(`follows the locale ${locale}, with Latin digits and the Gregorian year`, () => {
      assert.equal(formatDate(iso, { locale, timeZone: 'UTC' }), date)
      assert.equal(formatDateTime(iso, { locale, timeZone: 'UTC' }), dateTime)
    })
  }

  test('uses the given time zone', () => {
    assert.equal(formatDate('2026-11-15T23:30:00Z', { locale: 'en', timeZone: 'Asia/Tokyo' }), 'Nov 16, 2026')
  })

  test('has seconds as a time of day', () => {
    assert.equal(formatTime('2026-11-15T23:30:07Z', { locale: 'en', timeZone: 'Asia/Tokyo' }), '08:30:07')
    assert.equal(formatTime(iso, { locale: 'ar', timeZone: 'UTC' }), '08:05:00')
  })

  test('has milliseconds as an exact time', () => {
    const exact = '2026-11-14T08:00:05.123Z'
    assert.equal(formatExactTime(exact, { locale: 'en', timeZone: 'UTC' }), 'Nov 14, 2026, 08:00:05.123')
    assert.match(formatExactTime(exact, { locale: 'ar', timeZone: 'UTC' }), /08:00:05.123/)
  })

  test('has Latin digits in Arabic', () => {
    assert.match(formatDateTime(iso, { locale: 'ar', timeZone: 'UTC' }), /15.*2026.*08:05/)
  })

  test('is a dash for an invalid ISO string', () => {
    assert.equal(formatDate('', { locale: 'en' }), '\u2014')
    assert.equal(formatDateTime('yesterday', { locale: 'en' }), '\u2014')
  })
})

test('formats a time to the second in a zone', () => {
  const iso = '2026-03-05T22:04:09.000Z'
  const inZone = (timeZone: string) => formatDateTimeSeconds(iso, { locale: 'en', timeZone })
  assert.deepEqual(
    [inZone('UTC'), inZone('Asia/Hong_Kong')],
    ['Mar 5, 2026, 22:04:09', 'Mar 6, 2026, 06:04:09'],
  )
})
