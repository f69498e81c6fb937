import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { storedInMemory } from '#test/fakes/stored-in-memory.ts'
import { declinedMs, declinePush, mayOfferPush } from '#web/push/push-declined.ts'
import { pushSupport } from '#web/push/push-support.ts'

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15'

describe('support of push', () => {
  const browser = { hasPush: false, userAgent: iphone, touchPoints: 5, isInstalled: false }
  const table = [
    ['a browser with push', { hasPush: true }, 'supported'],
    ['an iPhone in Safari', {}, 'needs_installation'],
    ['an old iPhone, from the home screen', { isInstalled: true }, 'unsupported'],
    ['an iPad, which calls itself a Mac', { userAgent: mac }, 'needs_installation'],
    ['a Mac', { userAgent: mac, touchPoints: 0 }, 'unsupported'],
    ['another browser', { userAgent: 'Mozilla/5.0 (Linux; Android 9)' }, 'unsupported'],
  ] as const
  for (const [name, changed, support] of table)
    test(`${name} -> ${support}`, () => assert.equal(pushSupport({ ...browser, ...changed }), support))
})

describe('the offer of pushes', () => {
  const now = 1_700_000_000_000

  test('is made to a device that has not answered', () => {
    assert.equal(mayOfferPush(storedInMemory(), now), true)
    assert.equal(mayOfferPush(storedInMemory('not a time'), now), true)
  })
  test('is not made for 30 days after "Not now"', () => {
    const stored = storedInMemory()
    declinePush(stored, now)
    assert.equal(mayOfferPush(stored, now + declinedMs - 1), false)
    assert.equal(mayOfferPush(stored, now + declinedMs), true)
  })
})
