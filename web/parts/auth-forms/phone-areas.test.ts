import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { countryNames, findAreas, nameAreas } from '#web/parts/auth-forms/phone-areas.ts'
import type { PhoneArea } from '#web/parts/auth-forms/typed-account.ts'

describe('named areas', () => {
  const areas: readonly PhoneArea[] = [
    ['TH', '66'],
    ['US', '1'],
    ['CI', '225'],
    ['DE', '49'],
    ['NE', '227'],
    ['NG', '234'],
    ['AE', '971'],
    ['AT', '43'],
    ['KR', '82'],
  ].map(([country = '', diallingCode = ''], id) => ({ id, country, diallingCode }))

  const english = nameAreas(areas, 'en')
  const found = (typed: string, named = english) => findAreas(named, typed).map(({ country }) => country)

  test('are sorted by name in the given locale', () => {
    assert.deepEqual(english.map(({ name }) => name).slice(0, 3), ['Austria', 'Côte d’Ivoire', 'Germany'])
    const german = nameAreas(areas, 'de').map(({ name }) => name)
    assert.deepEqual([german[0], german[1]], ['Côte d’Ivoire', 'Deutschland'])
    assert.equal(nameAreas(areas, 'zh-Hant-HK').find(({ country }) => country === 'TH')?.name, '泰國')
  })

  const table: readonly (readonly [string, readonly string[]])[] = [
    ['germ', ['DE']],
    ['GERMANY ', ['DE']],
    ['ivoire', ['CI']],
    ['cote d ivoire', ['CI']],
    ["cote d'iv", ['CI']],
    ['arab', ['AE']],
    ['th', ['TH']],
    ['nig', ['NE', 'NG']],
    ['ng', ['NG']],
    ['66', ['TH']],
    ['+66', ['TH']],
    ['0066', ['TH']],
    ['22', ['CI', 'NE']],
    ['+1', ['US']],
    ['xyz', []],
    ['999', []],
  ]
  for (const [typed, countries] of table) {
    test(`"${typed}" finds ${countries.join(', ') || 'none'}`, () => {
      const [first, ...others] = found(typed)
      assert.deepEqual([first, ...others].filter(Boolean).slice(0, countries.length), countries)
      if (/\d/.test(typed) || countries.length === 0) assert.deepEqual(found(typed), countries)
    })
  }

  test('a blank search finds all in order', () => {
    assert.deepEqual(findAreas(english, ' '), english)
  })

  test('are found by their English and their localised name', () => {
    assert.deepEqual(found('thailand', nameAreas(areas, 'ar')), ['TH'])
    assert.deepEqual(found('تايلاند', nameAreas(areas, 'ar')), ['TH'])
    assert.deepEqual(found('泰', nameAreas(areas, 'zh-Hant-HK')), ['TH'])
  })

  test('are named by their code if the country is unknown', () => {
    assert.equal(countryNames('en')('XZ'), 'XZ')
    assert.equal(countryNames('en', 'short')('HK'), 'Hong Kong')
  })
})
