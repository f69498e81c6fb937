import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isNearEnd, staysAtEnd } from '#web/screens/support/end-of-chat.ts'

describe('the end of the chat', () => {
  for (const [top, expected] of [
    [500, true],
    [453, true],
    [452, false],
  ] as const)
    test(`of 1000 px, 500 visible from ${top} on -> ${expected ? 'near' : 'far'}`, () =>
      assert.equal(isNearEnd({ top, height: 1000 }, 500), expected))

  const before = { top: 500, height: 1000 }
  for (const [name, now, expected] of [
    ['an order card that has grown', { top: 500, height: 1080 }, true],
    ['scrolling up', { top: 400, height: 1000 }, false],
    ['scrolling up while a card grows', { top: 400, height: 1080 }, false],
    ['no change', before, false],
  ] as const)
    test(`after ${name} -> ${expected ? 'still there' : 'not kept'}`, () =>
      assert.equal(staysAtEnd(before, now), expected))
})
