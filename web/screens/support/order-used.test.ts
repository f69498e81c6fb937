import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isOrderUsed } from '#web/screens/support/order-used.ts'

const data = 'openlot.support.order_used'
const own = 'https://app.example.com'
const { port1: frame, port2: other } = new MessageChannel()

describe('the word of the frame that the order was used', () => {
  const table = [
    ['the frame', { data, origin: own, source: frame }, true],
    ['another window', { data, origin: own, source: other }, false],
    ['a page of another site', { data, origin: 'https://evil.example.com', source: frame }, false],
    ['no window', { data, origin: own, source: null }, false],
    ['the frame with other contents', { data: { used: true }, origin: own, source: frame }, false],
  ] as const
  for (const [name, told, expected] of table)
    test(`from ${name} -> ${expected}`, () => assert.equal(isOrderUsed(told, own, frame), expected))

  test('from no window, before there is a frame -> false', () =>
    assert.equal(isOrderUsed({ data, origin: own, source: null }, own, null), false))
})
