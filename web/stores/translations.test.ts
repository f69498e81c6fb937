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

describe('the words of the app', () => {
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
    test(`remembering ${remembered}, in a browser for ${preferred}, begin in ${language}`, async () => {
      const words = await createTranslations(stored(remembered), preferred)
      assert.equal(words.getSnapshot().language, language)
    })
  }

  test('change at once and are remembered', async () => {
    const text = stored()
    const words = await createTranslations(text, ['en'])
    assert.equal(words.getSnapshot().t('tab.markets'), 'Markets')
    let told = 0
    words.subscribe(() => told++)
    await words.choose('hk')
    assert.deepEqual([words.getSnapshot().t('tab.markets'), text.read(), told], ['行情', 'hk', 1])
  })

  test('of two quick choices are those of the last', async () => {
    const text = stored()
    const words = await createTranslations(text, ['en'])
    await Promise.all([words.choose('hk'), words.choose('fr'), words.choose('de')])
    assert.deepEqual([words.getSnapshot().language, text.read()], ['de', 'de'])
  })

  test('of a book are there once it is needed, in every language chosen since, and are fetched once', async () => {
    const words = await createTranslations(stored('en'), [])
    const say = () => (words.getSnapshot().t as (key: string) => string)('entry.demo.title')
    assert.equal(say(), 'entry.demo.title')
    await Promise.all([
      words.loadDictionary('entry'),
      words.loadDictionary('account'),
      words.loadDictionary('entry'),
    ])
    assert.equal(say(), 'Demo account')
    await words.choose('hk')
    assert.equal(say(), '模擬帳戶')
  })

  test('of a book come in the language that was chosen while they were on their way', async () => {
    const words = await createTranslations(stored('en'), [])
    await Promise.all([words.loadDictionary('entry'), words.choose('hk')])
    assert.equal((words.getSnapshot().t as (key: string) => string)('entry.demo.title'), '模擬帳戶')
  })

  test('fill their holes', async () => {
    const words = await createTranslations(stored('en'), [])
    assert.equal(
      words.getSnapshot().t('transport.failed', { code: 'E7' }),
      'The connection failed. Please try again. (E7)',
    )
  })
})
