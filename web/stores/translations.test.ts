import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createTranslations } from '#web/stores/translations.ts'

function stored(first?: string) {
  let text = first
  return {
    read: () => text,
    write(next: string | undefined) {
      text = next
    },
  }
}

describe('translations', () => {
  const table: readonly (readonly [string | undefined, readonly string[], string])[] = [
    [undefined, ['en-US'], 'en'],
    [undefined, ['nl', 'zh-CN'], 'hk'],
    [undefined, [], 'hk'],
    ['de', ['en'], 'de'],
    ['my', ['en'], 'my'],
    ['tw', ['en'], 'hk'],
    ['nonsense', ['en'], 'en'],
  ]
  for (const [remembered, preferred, language] of table) {
    test(`stored ${remembered}, browser prefers [${preferred}]: starts in ${language}`, async () => {
      const translations = await createTranslations(stored(remembered), preferred)
      assert.equal(translations.getSnapshot().language, language)
    })
  }

  test('switch to a chosen language and store it', async () => {
    const text = stored()
    const translations = await createTranslations(text, ['en'])
    assert.equal(translations.getSnapshot().t('tab.markets'), 'Markets')
    let notified = 0
    translations.subscribe(() => notified++)
    await translations.choose('hk')
    assert.deepEqual([translations.getSnapshot().t('tab.markets'), text.read(), notified], ['行情', 'hk', 1])
  })

  test('use the last of several quick choices', async () => {
    const text = stored()
    const translations = await createTranslations(text, ['en'])
    await Promise.all([translations.choose('hk'), translations.choose('fr'), translations.choose('de')])
    assert.deepEqual([translations.getSnapshot().language, text.read()], ['de', 'de'])
  })

  test('include a loaded dictionary in every language chosen later', async () => {
    const translations = await createTranslations(stored('en'), [])
    const demoTitle = () => (translations.getSnapshot().t as (key: string) => string)('entry.demo.title')
    assert.equal(demoTitle(), 'entry.demo.title')
    await Promise.all([
      translations.loadDictionary('entry'),
      translations.loadDictionary('account'),
      translations.loadDictionary('entry'),
    ])
    assert.equal(demoTitle(), 'Demo account')
    await translations.choose('hk')
    assert.equal(demoTitle(), '模擬帳戶')
  })

  test('load a dictionary in the language chosen meanwhile', async () => {
    const translations = await createTranslations(stored('en'), [])
    await Promise.all([translations.loadDictionary('entry'), translations.choose('hk')])
    assert.equal((translations.getSnapshot().t as (key: string) => string)('entry.demo.title'), '模擬帳戶')
  })

  test('fill in placeholders', async () => {
    const translations = await createTranslations(stored('en'), [])
    assert.match(translations.getSnapshot().t('transport.failed', { code: 'E7' }), /\(E7\)$/)
  })
})
