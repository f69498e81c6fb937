import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { complaintLimits } from '#core/complaint/complaint.ts'
import {
  type ComplaintDraft,
  complaintInput,
  emptyDraft,
  isLeftOut,
  isSent,
  parseStoredDraft,
  storedDraft,
  textFault,
  textLength,
  withoutRecord,
  withRecord,
} from '#web/screens/complaints/complaint-draft.ts'

const order = (id: number) => ({ kind: 'order', id, note: 'EURUSD 0.10' }) as const
const many = Array.from({ length: complaintLimits.records + 5 }, (_, at) => order(at + 1))

describe('the records of a draft', () => {
  test('are picked once each, and at most as many as the server accepts', () => {
    const draft = [...many, ...many].reduce<ComplaintDraft>(withRecord, emptyDraft)
    assert.equal(draft.records.length, complaintLimits.records)
    assert.equal(withoutRecord(draft, order(3)).records.length, complaintLimits.records - 1)
  })

  test('are left out only of a full draft that lacks them', () => {
    const full = many.reduce<ComplaintDraft>(withRecord, emptyDraft)
    const rows = [
      [full, order(99), true],
      [full, order(1), false],
      [withoutRecord(full, order(1)), order(99), false],
    ] as const
    for (const [draft, record, expected] of rows) assert.equal(isLeftOut(draft, record), expected)
  })

  test('of different kinds may have the same id', () => {
    const both = withRecord(withRecord(emptyDraft, order(1)), { kind: 'deposit', id: 1, note: '' })
    assert.equal(both.records.length, 2)
    assert.deepEqual(withoutRecord(both, order(1)).records, [{ kind: 'deposit', id: 1, note: '' }])
  })
})

describe('the text of a draft', () => {
  for (const [text, fault] of [
    [' \n ', 'required'],
    ['x', undefined],
    ['x'.repeat(complaintLimits.text), undefined],
    [`${'x'.repeat(complaintLimits.text)} `, undefined],
    ['x'.repeat(complaintLimits.text + 1), 'too_long'],
    ['🙂'.repeat(complaintLimits.text), undefined],
  ] as const)
    test(`of ${text.length} units is ${fault ?? 'valid'}`, () =>
      assert.equal(textFault({ text, records: [] }), fault))

  test('counts a character outside the basic plane once', () =>
    assert.equal(textLength({ text: ' 🙂 ', records: [] }), 1))
})

describe('what is sent', () => {
  test('has the trimmed text and the ids by kind, and leaves out what is empty', () => {
    const records = [order(12), order(3), { kind: 'withdrawal', id: 4, note: '' } as const]
    assert.deepEqual(complaintInput({ text: ' Why?\n', records }), {
      text: 'Why?',
      orders: '3,12',
      withdrawals: '4',
    })
  })

  test('has nothing that the server refuses to store', () => {
    assert.equal(complaintInput({ text: 'a\ud83db\0c', records: [] }).text, 'a\ufffdb\ufffdc')
  })
})

describe('a draft that was sent', () => {
  const draft = { text: ' Why?', records: [order(2), order(1)] }
  const input = complaintInput(draft)

  for (const [name, stored, expected] of [
    ['it is unchanged', { userId: 7, draft }, true],
    ['only spaces were added', { userId: 7, draft: { ...draft, text: 'Why? ' } }, true],
    ['its text has changed', { userId: 7, draft: { ...draft, text: 'Why not?' } }, false],
    ['a record was picked since', { userId: 7, draft: withRecord(draft, order(3)) }, false],
    ['another user has written the same', { userId: 8, draft }, false],
    ['a logout has removed it', undefined, false],
  ] as const)
    test(`is ${expected ? '' : 'not '}recognised if ${name}`, () =>
      assert.equal(isSent(stored, 7, input), expected))
})

describe('a stored draft', () => {
  test('is read as it was written, for its user', () => {
    const draft = { text: 'Why?', records: [order(1)] }
    assert.deepEqual(parseStoredDraft(storedDraft(7, draft) ?? ''), { userId: 7, draft })
  })

  test('of the longest text is read, whatever its characters are', () => {
    const draft = { text: '\u0007'.repeat(complaintLimits.text), records: many.slice(0, 20) }
    assert.deepEqual(parseStoredDraft(storedDraft(7, draft) ?? '')?.draft, draft)
  })

  test('is not written while there is nothing in it', () =>
    assert.equal(storedDraft(7, emptyDraft), undefined))

  for (const text of ['', '{', '[]', '{"userId":7}', '{"userId":"7","text":"a","records":[]}'])
    test(`is ignored if it is ${text || 'empty'}`, () => assert.equal(parseStoredDraft(text), undefined))

  test('keeps only records that can be sent', () => {
    const records = [order(1), { kind: 'user', id: 1, note: '' }, { kind: 'order', id: -1, note: '' }, null]
    const text = JSON.stringify({ userId: 7, text: 'a', records })
    assert.deepEqual(parseStoredDraft(text)?.draft.records, [order(1)])
  })
})
