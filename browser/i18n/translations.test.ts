import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createTranslations, type TranslationParts } from '#browser/i18n/translations.ts'
import type { LanguageCode } from '#i18n/languages.ts'
import { storedInMemory } from '#test/fakes/stored-in-memory.ts'

type Name = 'common' | 'orders'

const messages: Record<string, Record<string, string>> = {
  'common/en': { hello: 'Hello', only_english: 'Only in English' },
  'common/hk': { hello: '你好', only_english: '' },
  'common/ar': { hello: 'مرحبا' },
  'orders/en': { close: 'Close' },
  'orders/hk': { close: '平倉' },
  'orders/ar': { close: 'إغلاق' },
}

/** Translations in en, hk and ar whose loads wait until the test releases them. */
function createFixture(changes: Partial<TranslationParts<Name>> = {}) {
  const stored = storedInMemory('en')
  const loads: string[] = []
  const errors: string[] = []
  const held = new Map<string, PromiseWithResolvers<void>>()
  const failing = new Set<string>()
  const parts: TranslationParts<Name> = {
    stored,
    preferred: [],
    spokenLanguage: (chosen) => (`common/${chosen}` in messages ? chosen : 'en'),
    async load(name, language) {
      const file = `${name}/${language}`
      loads.push(file)
      await held.get(file)?.promise
      if (failing.has(file)) throw new Error('offline')
      return messages[file] ?? {}
    },
    first: 'common',
    reportError: ({ message }) => errors.push(message),
    ...changes,
  }
  return {
    stored,
    loads,
    errors,
    failing,
    create: () => createTranslations<Record<Name, string>, 'common'>(parts),
    hold(file: string) {
      held.set(file, Promise.withResolvers<void>())
    },
    release(file: string) {
      held.get(file)?.resolve()
      held.delete(file)
    },
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('translations', () => {
  const firstVisits: readonly (readonly [string | undefined, readonly string[], LanguageCode])[] = [
    [undefined, ['en-US'], 'en'],
    [undefined, ['nl', 'zh-CN'], 'hk'],
    [undefined, [], 'hk'],
    ['de', ['en'], 'de'],
    ['my', ['en'], 'my'],
    ['tw', ['en'], 'hk'],
    ['nonsense', ['en'], 'en'],
  ]
  for (const [remembered, preferred, language] of firstVisits)
    test(`stored ${remembered}, browser prefers [${preferred}]: starts in ${language}`, async () => {
      const translations = await createFixture({ stored: storedInMemory(remembered), preferred }).create()
      assert.equal(translations.getSnapshot().language, language)
    })

  const spoken: readonly (readonly [LanguageCode, string, string])[] = [
    ['hk', 'zh-Hant-HK', 'ltr'],
    ['ar', 'ar', 'rtl'],
    ['de', 'en', 'ltr'],
  ]
  for (const [language, locale, direction] of spoken)
    test(`${language} is shown with locale ${locale} and direction ${direction}`, async () => {
      const translations = await createFixture({ stored: storedInMemory(language) }).create()
      const shown = translations.getSnapshot()
      assert.deepEqual([shown.language, shown.locale, shown.direction], [language, locale, direction])
    })

  test('switch to a chosen language, store it and notify once', async () => {
    const { create, stored } = createFixture()
    const translations = await create()
    let notified = 0
    translations.subscribe(() => notified++)
    await translations.choose('hk')
    assert.deepEqual([translations.getSnapshot().t('hello'), stored.read(), notified], ['你好', 'hk', 1])
  })

  test('use the last of several quick choices, whichever loads last', async () => {
    const { create, stored, hold, release } = createFixture()
    const translations = await create()
    hold('common/hk')
    const choices = [translations.choose('hk'), translations.choose('ar')]
    await choices[1]
    release('common/hk')
    await Promise.all(choices)
    assert.deepEqual([translations.getSnapshot().language, stored.read()], ['ar', 'ar'])
  })

  test('use an earlier choice that is still loading if a later one fails', async () => {
    const { create, hold, release, failing } = createFixture()
    const translations = await create()
    hold('common/hk')
    const earlier = translations.choose('hk')
    failing.add('common/ar')
    await assert.rejects(translations.choose('ar'), /offline/)
    release('common/hk')
    await earlier
    assert.equal(translations.getSnapshot().language, 'hk')
  })

  test('keep the current language if the chosen one cannot be loaded', async () => {
    const { create, stored, failing } = createFixture()
    const translations = await create()
    failing.add('common/hk')
    await assert.rejects(translations.choose('hk'), /offline/)
    assert.deepEqual([translations.getSnapshot().t('hello'), stored.read()], ['Hello', 'en'])
    failing.clear()
    await translations.choose('hk')
    assert.equal(translations.getSnapshot().t('hello'), '你好')
  })

  test('include a loaded dictionary in every language chosen later', async () => {
    const { create, loads } = createFixture()
    const translations = await create()
    await Promise.all([translations.loadDictionary('orders'), translations.loadDictionary('orders')])
    assert.equal(translations.getSnapshot().t('close'), 'Close')
    await translations.choose('hk')
    assert.equal(translations.getSnapshot().t('close'), '平倉')
    assert.deepEqual(loads, ['common/en', 'orders/en', 'common/hk', 'orders/hk'])
  })

  for (const first of ['orders/en', 'common/hk'])
    test(`load a dictionary while the language changes, with ${first} arriving first`, async () => {
      const { create, hold, release } = createFixture()
      const translations = await create()
      for (const file of ['orders/en', 'common/hk']) hold(file)
      const both = [translations.loadDictionary('orders'), translations.choose('hk')]
      release(first)
      await settled()
      for (const file of ['orders/en', 'common/hk']) release(file)
      await Promise.all(both)
      const { t } = translations.getSnapshot()
      assert.deepEqual([t('hello'), t('close')], ['你好', '平倉'])
    })

  test('load a dictionary in the current language if the chosen one fails meanwhile', async () => {
    const { create, hold, release, failing, errors } = createFixture()
    const translations = await create()
    hold('common/hk')
    failing.add('common/hk')
    const choice = assert.rejects(translations.choose('hk'), /offline/)
    const loaded = translations.loadDictionary('orders')
    release('common/hk')
    await Promise.all([choice, loaded])
    assert.deepEqual([translations.getSnapshot().t('close'), errors], ['Close', []])
  })

  test('try a failed dictionary again', async () => {
    const { create, failing } = createFixture()
    const translations = await create()
    failing.add('orders/en')
    await assert.rejects(translations.loadDictionary('orders'), /offline/)
    failing.clear()
    await translations.loadDictionary('orders')
    assert.equal(translations.getSnapshot().t('close'), 'Close')
  })
})

test('a right-to-left language has its own translator', async () => {
  const rightToLeft: TranslationParts<Name>['rightToLeft'] = (translate) => (key) => `<${translate(key)}>`
  const { create } = createFixture({ rightToLeft })
  const translations = await create()
  assert.equal(translations.getSnapshot().t('hello'), 'Hello')
  await translations.choose('ar')
  assert.equal(translations.getSnapshot().t('hello'), '<مرحبا>')
})

describe('a missing message', () => {
  test('is shown in English and reported once, never as its key', async () => {
    const { create, errors } = createFixture({ stored: storedInMemory('hk') })
    const translations = await create()
    const { t } = translations.getSnapshot()
    assert.deepEqual([t('only_english'), t('only_english')], ['…', '…'])
    await settled()
    assert.equal(translations.getSnapshot().t('only_english'), 'Only in English')
    assert.equal(translations.getSnapshot().t('hello'), '你好')
    assert.deepEqual(errors, ['no message in zh-Hant-HK for the key only_english'])
  })

  test('is replaced by dots if English has none either', async () => {
    const { create, errors } = createFixture()
    const translations = await create()
    translations.getSnapshot().t('nowhere')
    await settled()
    assert.equal(translations.getSnapshot().t('nowhere'), '…')
    assert.equal(errors.length, 1)
  })
})
