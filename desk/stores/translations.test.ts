import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTranslations } from '#desk/stores/translations.ts'
import { storedInMemory } from '#test/fakes/stored-in-memory.ts'

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
  test(`stored ${stored} and preferred ${preferred.join(' ')} gives ${language}`, async () => {
    assert.equal(
      (await createTranslations(storedInMemory(stored), preferred)).getSnapshot().language,
      language,
    )
  })
}

test('uses and stores a chosen language', async () => {
  const stored = storedInMemory()
  const translations = await createTranslations(stored, ['en'])
  await translations.choose('hk')
  assert.deepEqual(
    [translations.getSnapshot().language, translations.getSnapshot().locale, stored.read()],
    ['hk', 'zh-Hant-HK', 'hk'],
  )
})

test('keeps the later of two choices, whichever loads last', async () => {
  const translations = await createTranslations(storedInMemory(), ['en'])
  await Promise.all([translations.choose('hk'), translations.choose('en')])
  assert.equal(translations.getSnapshot().language, 'en')
})
