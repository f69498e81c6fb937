import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keptText } from '#desk/stores/kept-text.test.ts'
import { createTranslations } from '#desk/stores/translations.ts'

const firstVisits = [
  [undefined, ['zh-TW'], 'hk'],
  [undefined, ['en-GB', 'zh-TW'], 'en'],
  [undefined, ['de-AT'], 'en'],
  [undefined, [], 'hk'],
  ['hk', ['en'], 'hk'],
  ['ar', ['zh'], 'en'],
  ['nonsense', ['zh'], 'en'],
] as const

for (const [stored, preferred, language] of firstVisits) {
  test(`stored ${stored}, asked for ${preferred.join(' ')}: ${language}`, async () => {
    assert.equal((await createTranslations(keptText(stored), preferred)).get().language, language)
  })
}

test('a choice is in use, and remembered', async () => {
  const stored = keptText()
  const words = await createTranslations(stored, ['en'])
  await words.choose('hk')
  assert.deepEqual([words.get().language, words.get().locale, stored.read()], ['hk', 'zh-Hant-HK', 'hk'])
})

test('of two choices in a row the later one stays', async () => {
  const words = await createTranslations(keptText(), ['en'])
  await Promise.all([words.choose('hk'), words.choose('en')])
  assert.equal(words.get().language, 'en')
})
