import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type OrderPart, openedOrder, openedText } from '#web/screens/order/opened-part.ts'

describe('an order that an address opens', () => {
  for (const part of [
    'all',
    'stops',
    'close',
    'reverse',
    'edit',
    'cancel',
  ] as const satisfies readonly OrderPart[]) {
    test(`is found again with its part: ${part}`, () => {
      assert.deepEqual(openedOrder(openedText({ id: 12, part })), { id: 12, part })
    })
  }

  for (const text of [
    undefined,
    '',
    '0',
    '012',
    '-1',
    '1.5',
    '12.',
    '12.everything',
    '12.stops.close',
    'x',
    '9'.repeat(17),
    '9007199254740993',
  ]) {
    test(`is none when it says ${JSON.stringify(text)}`, () => assert.equal(openedOrder(text), undefined))
  }
})
