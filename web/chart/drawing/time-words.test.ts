import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { languages } from '#i18n/languages.ts'
import { createTimeWords } from '#web/chart/drawing/time-words.ts'

/** Between marks that keep the order of a language's own words. */
const marked = (text: string) => `\u2068${text}\u2069`

const newYear = Date.parse('2026-01-01T00:00Z')

describe('the words of the time axis', () => {
  test('name a day by its UTC date, wherever the reader is', () => {
    const words = createTimeWords('en', '1day')
    assert.equal(words.tick(newYear, 'day'), marked('Jan 1'))
    assert.equal(words.tick(newYear, 'month'), marked('Jan'))
    assert.equal(words.tick(newYear, 'year'), marked('2026'))
    assert.equal(words.moment(newYear), marked('Thu, Jan 1, 2026'))
    assert.equal(words.offsetMs(newYear), 0)
  })

  test('tell the time of the zone of the reader', () => {
    const words = createTimeWords('en', '15min')
    const local = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    assert.equal(words.tick(newYear, 'time'), marked(local.format(newYear)))
    assert.equal(words.offsetMs(newYear), -new Date(newYear).getTimezoneOffset() * 60_000)
  })

  test('are in the language of the reader, with the digits of all figures', () => {
    assert.equal(createTimeWords('zh-Hant-HK', '1day').tick(newYear, 'day'), marked('1月1日'))
    assert.equal(createTimeWords('de', '1day').tick(newYear, 'day'), marked('1. Jan.'))
    for (const { locale } of languages) {
      const words = createTimeWords(locale, '1day')
      assert.match(words.tick(newYear, 'day'), /(?<!\d)1(?!\d)/, locale)
      assert.match(words.moment(newYear), /2026/, locale)
    }
  })

  test('know whether two moments are of one day', () => {
    const words = createTimeWords('en', '1day')
    assert.equal(words.isSameDay(newYear, newYear + 1), true)
    assert.equal(words.isSameDay(newYear, newYear - 1), false)
  })
})
