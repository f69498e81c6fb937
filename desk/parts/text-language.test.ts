import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tabLanguages } from '#desk/parts/text-language.ts'

test('tabs show languages with text, the selected one, English and Chinese', () => {
  assert.deepEqual(
    tabLanguages(() => false, 'en'),
    ['hk', 'en'],
  )
  const written = ['de', 'en', 'fr']
  assert.deepEqual(
    tabLanguages((code) => written.includes(code), 'ar'),
    ['hk', 'en', 'fr', 'de', 'ar'],
  )
})
