import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { StoredText } from '#browser/storage/stored-text.ts'
import { createSupportDrafts, createUnsentAnswers, emptyDraft } from '#desk/stores/support-answers.ts'

function storedAs(initial?: string): StoredText & { readonly text: () => string | undefined } {
  let text = initial
  return {
    read: () => text,
    write(next) {
      text = next
    },
    text: () => text,
  }
}

const picture = { name: 'p1', width: 2, height: 3 }

describe('drafts of answers', () => {
  test('are there on the next page, and leave the storage when they are empty', () => {
    const stored = storedAs()
    createSupportDrafts(stored).set('1:7', { text: 'Hello', pictures: [picture] })
    const next = createSupportDrafts(stored)
    assert.deepEqual(next.getSnapshot(), { '1:7': { text: 'Hello', pictures: [picture] } })
    next.set('1:7', emptyDraft)
    assert.equal(stored.text(), undefined)
  })
})

describe('unsent answers', () => {
  test('are there on the next page with key and refusal, and leave the storage when none is left', () => {
    const stored = storedAs()
    const answers = [
      { key: 'a', text: 'One', pictures: [picture], read: 3 },
      { key: 'b', text: 'Two', pictures: [], read: 0, refusal: 'No.' },
    ]
    createUnsentAnswers(stored).set('1:7', answers)
    const next = createUnsentAnswers(stored)
    assert.deepEqual(next.getSnapshot(), { '1:7': answers })
    next.set('1:7', [])
    assert.equal(stored.text(), undefined)
  })

  for (const text of [
    'no json',
    '{"1:7":{"key":"a"}}',
    '{"1:7":[]}',
    '{"1:7":[{"text":"a","pictures":[]},{"key":1,"text":"a","pictures":[],"read":1},null,"x"]}',
    '{"1:7":[{"key":"a","text":"a","read":1}]}',
    '{"1:7":[{"key":"a","text":"a","pictures":[]}]}',
  ])
    test(`read nothing from ${text}`, () => {
      assert.deepEqual(createUnsentAnswers(storedAs(text)).getSnapshot(), {})
    })

  test('keep what can be read beside what cannot', () => {
    const text = '{"1:7":[{"key":"a","text":"One","pictures":[{"name":"p"},5],"read":2,"refusal":3},7]}'
    assert.deepEqual(createUnsentAnswers(storedAs(text)).getSnapshot(), {
      '1:7': [{ key: 'a', text: 'One', pictures: [], read: 2 }],
    })
  })
})
