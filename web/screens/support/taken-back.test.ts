import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { canTakeBack, takenBack } from '#web/screens/support/taken-back.ts'

describe('an unsent message that is taken back', () => {
  const draft = (text: string, orderId?: number) => ({ text, orderId })
  const unsent = (text: string, orderId: number | null = null) => ({ text, orderId })
  const table = [
    ['into an empty box', draft(''), unsent('Hello', 5), draft('Hello', 5)],
    ['into a box with spaces', draft('  '), unsent('Hello'), draft('Hello')],
    ['after a draft', draft('First', 5), unsent('Second'), draft('First\nSecond', 5)],
    ['with the order of the draft', draft('First', 5), unsent('Second', 5), draft('First\nSecond', 5)],
    ['with an order alone', draft('First'), unsent('', 5), draft('First', 5)],
    ['with another order than the draft', draft('First', 4), unsent('Second', 5), undefined],
  ] as const
  for (const [name, before, item, expected] of table)
    test(`${name} -> ${expected === undefined ? 'stays' : JSON.stringify(expected.text)}`, () =>
      assert.deepEqual(takenBack(before, item), expected))

  test('has more than pictures', () =>
    assert.deepEqual([unsent('x'), unsent('', 5), unsent('')].map(canTakeBack), [true, true, false]))
})
