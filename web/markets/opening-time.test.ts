import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openingTime } from '#web/markets/opening-time.ts'

/** A Wednesday. */
const nowMs = Date.parse('2026-08-05T20:30:00Z')

describe('opening time', () => {
  const table: readonly (readonly [string, string, string, string])[] = [
    ['2026-08-05T22:00:00Z', 'en', 'UTC', '22:00'],
    ['2026-08-06T00:00:00Z', 'en', 'UTC', 'Thu 00:00'],
    ['2026-08-05T22:00:00Z', 'en', 'Europe/Berlin', 'Thu 00:00'],
    ['2026-08-06T00:00:00Z', 'en', 'America/New_York', '20:00'],
    ['2026-08-09T21:00:00Z', 'en', 'UTC', 'Sun 21:00'],
    ['2026-08-12T09:30:00Z', 'en', 'UTC', 'Aug 12, 09:30'],
    ['2026-08-09T21:00:00Z', 'zh-Hant-HK', 'Asia/Hong_Kong', '週一 05:00'],
    ['2026-08-05T22:00:00Z', 'ar', 'UTC', '22:00'],
    ['2026-08-05T22:00:00Z', 'hi', 'UTC', '22:00'],
  ]
  for (const [opens, locale, timeZone, text] of table) {
    test(`formats ${opens} as ${text} for ${locale} in ${timeZone}`, () => {
      assert.equal(openingTime({ nextOpenMs: Date.parse(opens), nowMs, locale, timeZone }), text)
    })
  }
})
