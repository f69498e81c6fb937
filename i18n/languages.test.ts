import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { chooseLanguage, languageFromCode, languageFromTag, languages } from '#i18n/languages.ts'

describe('the languages', () => {
  test('are 18, in display order', () => {
    assert.equal(
      languages.map((language) => language.code).join(' '),
      'hk en jp kr th vn fr de ru spa pt ar it tr id my hi cs',
    )
  })

  test('are all left-to-right except Arabic', () => {
    const rightToLeft = languages.filter((language) => language.direction === 'rtl')
    assert.deepEqual(
      rightToLeft.map((language) => language.code),
      ['ar'],
    )
  })

  test('have locales that Intl supports', () => {
    for (const { locale } of languages)
      assert.deepEqual(Intl.DateTimeFormat.supportedLocalesOf(locale), [locale])
  })

  const codes: readonly (readonly [string, string | undefined])[] = [
    ['hk', 'hk'],
    ['tw', 'hk'],
    ['TW', 'hk'],
    ['zh', 'hk'],
    ['zh-CN', 'hk'],
    ['zh_TW', 'hk'],
    ['my', 'my'],
    ['kr', 'kr'],
    ['jp', 'jp'],
    ['ja', 'jp'],
    ['spa', 'spa'],
    ['es-419', 'spa'],
    [' en ', 'en'],
    ['xx', undefined],
    ['', undefined],
    ['constructor', undefined],
    ['__proto__', undefined],
  ]
  for (const [text, code] of codes) {
    test(`code "${text}" is ${code}`, () => assert.equal(languageFromCode(text), code))
  }

  const tags: readonly (readonly [string, string | undefined])[] = [
    ['zh-TW', 'hk'],
    ['zh-Hant-HK', 'hk'],
    ['ja-JP', 'jp'],
    ['ko', 'kr'],
    ['vi-VN', 'vn'],
    ['es-ES', 'spa'],
    ['ms-MY', 'my'],
    ['my-MM', undefined],
    ['kr', undefined],
    ['en-GB', 'en'],
    ['de-AT', 'de'],
    ['nl', undefined],
  ]
  for (const [tag, code] of tags) {
    test(`browser tag "${tag}" is ${code}`, () => assert.equal(languageFromTag(tag), code))
  }

  test('a first visit gets the first supported language of the browser, or the default', () => {
    assert.equal(chooseLanguage(['nl-NL', 'de-DE', 'en']), 'de')
    assert.equal(chooseLanguage(['nl-NL']), 'hk')
    assert.equal(chooseLanguage([]), 'hk')
  })
})
