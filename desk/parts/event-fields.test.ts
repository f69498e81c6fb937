import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eventFieldName, eventFieldValue } from '#desk/parts/event-fields.ts'
import { deskEn } from '#test/browser/words.ts'

const zone = process.env['TZ']
before(() => {
  process.env['TZ'] = 'Asia/Hong_Kong'
})
after(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

const words = { t: deskEn, locale: 'en' }

describe('a field of an event', () => {
  for (const [field, name] of [
    ['time', 'Time'],
    ['actual', 'Actual'],
    ['title_en', 'Title in English'],
    ['title_hk', 'Title in 繁體中文'],
    ['title_xx', undefined],
    ['toString', undefined],
  ] as const)
    test(`${field} is called “${name}”`, () => assert.equal(eventFieldName(field, words), name))

  for (const [field, value, shown] of [
    ['time', '2026-01-09T17:30:00.000Z', 'Jan 10, 2026, 01:30'],
    ['time', '2026-01-09', 'Jan 9, 2026, all day'],
    ['time', 'tomorrow', 'tomorrow'],
    ['importance', '3', 'High'],
    ['importance', '4', '4'],
    ['actual', '3', '3'],
    ['title_en', '2026-01-09', '2026-01-09'],
  ] as const)
    test(`${field} ${value} is shown as “${shown}”`, () => {
      assert.equal(eventFieldValue(field, value, words), shown)
    })
})
