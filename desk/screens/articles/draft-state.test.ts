import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  conflictingText,
  discardText,
  firstLanguage,
  keepTyped,
  publishProblem,
  savedText,
  settleSave,
  shownText,
  textState,
  tooLong,
  typeText,
  unsavedLanguages,
} from '#desk/screens/articles/draft-state.ts'

const english = { language: 'en', title: 'Leverage', description: 'Short', body: 'Long', revision: 4 }
const article = { texts: [english, { ...english, language: 'fr', title: 'Levier', revision: 2 }] }
const mine = typeText(article, {}, 'en', { title: 'Mine' })
/** After another operator has saved. */
const newer = { texts: [{ ...english, title: 'Theirs', revision: 5 }] }

describe('a typed text', () => {
  test('replaces the saved one in the fields, in its language only', () => {
    assert.deepEqual(shownText(article, mine, 'en'), {
      ...{ title: 'Mine', description: 'Short', body: 'Long', revision: 4 },
    })
    assert.deepEqual(shownText(article, mine, 'fr'), savedText(article, 'fr'))
    assert.deepEqual(unsavedLanguages(mine), ['en'])
  })

  test('starts at revision 0 in a new language', () => {
    const typed = typeText(article, {}, 'ar', { body: 'x' })
    assert.deepEqual(typed, { ar: { title: '', description: '', body: 'x', revision: 0 } })
  })

  test('is no longer unsaved once it equals the saved one', () => {
    assert.deepEqual(typeText(article, mine, 'en', { title: 'Leverage' }), {})
    assert.deepEqual(discardText(mine, 'en'), {})
  })

  test('is in conflict with a newer text of another operator', () => {
    assert.equal(conflictingText(article, mine, 'en'), undefined)
    assert.equal(conflictingText(newer, {}, 'en'), undefined)
    assert.equal(conflictingText(newer, mine, 'en')?.title, 'Theirs')
    assert.deepEqual(conflictingText({ texts: [] }, mine, 'en')?.title, '')
  })

  test('is not in conflict with an equal text', () => {
    const same = { texts: [{ ...english, title: 'Mine', revision: 5 }] }
    assert.equal(conflictingText(same, mine, 'en'), undefined)
  })

  test('replaces the newer text if the operator keeps it', () => {
    const kept = keepTyped(newer, mine, 'en')
    assert.equal(conflictingText(newer, kept, 'en'), undefined)
    assert.deepEqual([kept.en?.title, kept.en?.revision], ['Mine', 5])
    assert.equal(keepTyped(newer, {}, 'en').en, undefined)
  })

  test('is gone once saved, but not what was typed meanwhile', () => {
    const sent = shownText(article, mine, 'en')
    const saved = { texts: [{ ...english, title: 'Mine', revision: 6 }] }
    assert.deepEqual(settleSave(saved, mine, 'en', sent), {})
    const longer = typeText(article, mine, 'en', { title: 'Mine and more' })
    const { en } = settleSave(saved, longer, 'en', sent)
    assert.deepEqual([en?.title, en?.revision], ['Mine and more', 6])
  })
})

describe('the tabs', () => {
  test('are marked if a text is unsaved or missing', () => {
    const states = (['en', 'fr', 'de'] as const).map((language) => textState(article, mine, language))
    assert.deepEqual(states, ['unsaved', 'written', 'empty'])
  })

  test('open with an unsaved text, or else English, Chinese, or any language with text', () => {
    const onlyIn = (language: string) => ({ texts: [{ ...english, language }] })
    assert.equal(firstLanguage(article, { ar: english }), 'ar')
    assert.equal(firstLanguage(article, {}), 'en')
    assert.equal(firstLanguage(onlyIn('hk'), {}), 'hk')
    assert.equal(firstLanguage(onlyIn('fr'), {}), 'fr')
    assert.equal(firstLanguage({ texts: [] }, {}), 'en')
  })
})

test('counts characters of other scripts and emoji as one each', () => {
  const fields = { title: '槓'.repeat(160), description: '😀'.repeat(300), body: '' }
  assert.deepEqual(tooLong(fields), [])
  assert.deepEqual(tooLong({ ...fields, title: `${fields.title}桿`, body: 'x'.repeat(40_001) }), [
    'title',
    'body',
  ])
})

describe('a draft cannot be published', () => {
  const table = [
    ['with unsaved text', article, mine, { kind: 'unsaved' }],
    ['without text', { texts: [] }, {}, { kind: 'empty' }],
    [
      'with a language without title',
      { texts: [english, { ...english, language: 'fr', title: ' ' }] },
      {},
      { kind: 'incomplete', languages: ['fr'] },
    ],
    ['unless every language is complete', article, {}, undefined],
  ] as const
  for (const [name, draft, typed, problem] of table)
    test(name, () => assert.deepEqual(publishProblem(draft, typed), problem))
})
