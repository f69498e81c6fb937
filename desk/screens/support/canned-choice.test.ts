import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cannedChoice, insertText } from '#desk/screens/support/canned-choice.ts'

const answer = (language: string, title: string, text = '') => ({
  ...{
    id: 1,
    language,
    title,
    text,
    revision: 1,
    changed_by: 'a@b.test',
    changed_at: '2026-03-05T12:00:00Z',
  },
})
const answers = [
  answer('de', 'Zeiten'),
  answer('en', 'Hours', 'From 9 to 17'),
  answer('hk', '時間'),
  answer('en', 'Bank'),
]

describe('the choice of prepared answers', () => {
  for (const [language, typed, titles] of [
    ['de', '', ['Zeiten', 'Bank', 'Hours', '時間']],
    ['hk', '', ['時間', 'Bank', 'Hours', 'Zeiten']],
    ['fr', ' hOUR ', ['Hours']],
    ['en', '17', ['Hours']],
    ['en', 'none', []],
  ] as const)
    test(`of a thread in ${language} by "${typed}" is ${titles.join(', ') || 'empty'}`, () => {
      assert.deepEqual(
        cannedChoice(answers, typed, language).map(({ title }) => title),
        titles,
      )
    })
})

describe('an inserted answer', () => {
  for (const [draft, start, end, text, caret] of [
    ['', 0, 0, 'Hi', 2],
    ['Dear Ann', 8, 8, 'Dear Ann Hi', 11],
    ['Dear \nBye', 5, 5, 'Dear Hi\nBye', 7],
    ['Dear Bob!', 5, 8, 'Dear Hi!', 7],
  ] as const)
    test(`in ${JSON.stringify(draft)} at ${start} to ${end} gives ${JSON.stringify(text)}`, () => {
      assert.deepEqual(insertText(draft, 'Hi', { start, end }), { text, caret })
    })
})
