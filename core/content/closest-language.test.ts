import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { closestLanguage } from '#core/content/closest-language.ts'

describe('the language that a reader sees', () => {
  for (const [codes, language, seen] of [
    ['de en hk', 'de', 'de'],
    ['de en hk', 'fr', 'en'],
    ['hk de', 'fr', 'hk'],
    ['jp de', 'fr', 'de'],
    ['', 'fr', undefined],
    ['de', 'toString', 'de'],
  ] as const)
    it(`of ${codes || 'none'} in ${language} is ${seen}`, () => {
      const texts = Object.fromEntries(codes.split(' ').flatMap((code) => (code ? [[code, 'a text']] : [])))
      assert.equal(closestLanguage(texts, language), seen)
    })
})
