import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { formatDate, formatDateTime, formatExactTime, formatTime } from '#web/parts/date-format.ts'

const iso = '2026-11-15T08:05:00.000Z'

describe('a moment in words', () => {
  const table: readonly (readonly [string, string, string])[] = [
    ['en', 'Nov 15, 2026', 'Nov 15, 2026, 08:05'],
    ['zh-Hant-HK', '2026年11月15日', '2026年11月15日 08:05'],
    ['de', '15. Nov. 2026', '15. Nov. 2026, 08:05'],
    ['th', '15 พ.ย. 2026', '15 พ.ย. 2026 08:05'],
  ]
  for (const [locale, day, moment] of table) {
    test(`is written as one does in ${locale}, with our digits and our year`, () => {
      assert.equal(formatDate(iso, { locale, timeZone: 'UTC' }), day)
      assert.equal(formatDateTime(iso, { locale, timeZone: 'UTC' }), moment)
    })
  }

  test('is told in the time of the place', () => {
    assert.equal(formatDate('2026-11-15T23:30:00Z', { locale: 'en', timeZone: 'Asia/Tokyo' }), 'Nov 16, 2026')
  })

  test('is told to the second by the time of the day alone', () => {
    assert.equal(formatTime('2026-11-15T23:30:07Z', { locale: 'en', timeZone: 'Asia/Tokyo' }), '08:30:07')
    assert.equal(formatTime(iso, { locale: 'ar', timeZone: 'UTC' }), '08:05:00')
  })

  test('is told to the thousandth of a second where that matters', () => {
    const exact = '2026-11-14T08:00:05.123Z'
    assert.equal(formatExactTime(exact, { locale: 'en', timeZone: 'UTC' }), 'Nov 14, 2026, 08:00:05.123')
    assert.match(formatExactTime(exact, { locale: 'ar', timeZone: 'UTC' }), /08:00:05.123/)
  })

  test('has our digits in Arabic too', () => {
    assert.match(formatDateTime(iso, { locale: 'ar', timeZone: 'UTC' }), /15.*2026.*08:05/)
  })

  test('is a dash when it is none', () => {
    assert.equal(formatDate('', { locale: 'en' }), '\u2014')
    assert.equal(formatDateTime('yesterday', { locale: 'en' }), '\u2014')
  })
})
