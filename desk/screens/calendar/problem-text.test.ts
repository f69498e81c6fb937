import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { problemText, writtenText } from '#desk/screens/calendar/problem-text.ts'
import { deskEn } from '#test/browser/words.ts'

describe('a problem of a file', () => {
  for (const [problem, text, words, written] of [
    ['too_many_events', '5000', 'The file has more than 5,000 events', ''],
    ['duplicate', '12', 'The same event is on line 12', ''],
    ['column_missing', 'country', 'The column country is missing', ''],
    ['column_unknown', 'actuall', 'Unknown column actuall', ''],
    ['language_unknown', 'title_xx', 'Unknown language of the column title_xx', ''],
    [
      'file_unreadable',
      '1200',
      'A quotation mark may be missing. The file cannot be read from line 1200 on',
      '',
    ],
    ['file_unreadable', '', 'A quotation mark may be missing. The file cannot be read', ''],
    ['importance_unknown', 'very', 'The importance must be 1, 2 or 3', 'very'],
    ['title_missing', '', 'A title is missing', ''],
    ['brand_new', 'x', 'brand_new', 'x'],
  ] as const)
    test(`${problem} “${text}” is one sentence: ${words}`, () => {
      const found = { field: 'file', problem, text }
      assert.equal(problemText(found, deskEn), words)
      assert.equal(writtenText(found), written)
    })
})
