import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createFakeTimers } from '#browser/platform/fake-timers.ts'
import { createSettledRows, settledRowsBounds } from '#desk/screens/support/settled-rows.ts'

const rowsOf = (text: string) =>
  [...text].map((letter) => ({ id: letter.toLowerCase().charCodeAt(0), letter }))

function createHarness(first: string) {
  const timers = createFakeTimers(1_000)
  const rows = createSettledRows(rowsOf(first), { timers, now: timers.now })
  return {
    rows,
    timers,
    update: (text: string) => rows.update(rowsOf(text)),
    shown: () =>
      rows
        .getSnapshot()
        .map(({ letter }) => letter)
        .join(''),
  }
}

describe('settled rows', () => {
  test('show the newest order at once while the list is not in use', () => {
    const { update, shown } = createHarness('abc')
    update('cab')
    assert.equal(shown(), 'cab')
  })

  test('keep every place while the list is in use, and change in place', () => {
    const { rows, update, shown } = createHarness('abc')
    rows.used()
    update('Ca')
    assert.equal(shown(), 'abC')
    update('dCA')
    assert.equal(shown(), 'AbCd')
  })

  test('come in order once the list has not been used for a while', () => {
    const { rows, timers, update, shown } = createHarness('abc')
    rows.used()
    timers.advance(settledRowsBounds.restMs - 1)
    rows.used()
    update('cad')
    timers.advance(settledRowsBounds.restMs - 1)
    assert.equal(shown(), 'abcd')
    timers.advance(1)
    assert.equal(shown(), 'cad')
  })

  for (const [next, isMoved] of [
    ['bac', true],
    ['bc', true],
    ['abcd', false],
    ['aBc', false],
  ] as const)
    test(`from abc to ${next}: a press just afterwards is ${isMoved ? 'not ' : ''}trusted`, () => {
      const { rows, timers, update } = createHarness('abc')
      update(next)
      assert.equal(rows.hasJustMoved(), isMoved)
      timers.advance(settledRowsBounds.movedMs)
      assert.equal(rows.hasJustMoved(), false)
    })

  test('do not trust a press just after the whole list has moved', () => {
    const { rows, timers } = createHarness('abc')
    rows.moved()
    assert.equal(rows.hasJustMoved(), true)
    timers.advance(settledRowsBounds.movedMs)
    assert.equal(rows.hasJustMoved(), false)
  })
})
