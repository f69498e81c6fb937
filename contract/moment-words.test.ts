import assert from 'node:assert/strict'
import { test } from 'node:test'
import { momentWords } from '#contract/moment-words.ts'
import { languages } from '#i18n/languages.ts'

test('a moment says its year, its seconds and its zone in every language, in our digits', () => {
  for (const { code } of languages) {
    const words = momentWords(Date.UTC(2026, 1, 3, 14, 15, 16), code)
    assert.match(words, /2026/, `${code} ${words}`)
    assert.match(words, /14\D+15\D+16/, `${code} ${words}`)
    assert.match(words, /UTC/, `${code} ${words}`)
  }
})
