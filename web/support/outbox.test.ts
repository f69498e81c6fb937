import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { callFailure } from '#browser/calls/call-failure.ts'
import { createSharedStorage, createTab, lost, message, refusal, settled } from '#test/web/support-harness.ts'
import { outboxBounds } from '#web/support/outbox.ts'

/** Longer than any wait between two tries. */
const longMs = 60_000

describe('the outbox', () => {
  test('shows a message at once, and hands over the answer', async () => {
    const tab = createTab({ user: 7 })
    const sent: number[] = []
    tab.support.onSent(({ number }) => sent.push(number))
    await tab.write('one')
    assert.deepEqual(tab.unsent(), ['one sending'])
    await tab.last('send').answer(message(1))
    assert.deepEqual([tab.unsent(), sent], [[], [1]])
  })

  test('sends one after another, and repeats a lost one with its key before the next', async () => {
    const tab = createTab({ user: 7 })
    await tab.write('one')
    await tab.write('two')
    assert.equal(tab.to('send').length, 1)
    await tab.last('send').fail(lost())
    assert.deepEqual(tab.unsent(), ['one waiting', 'two sending'])
    await tab.after(longMs)
    const [first, second] = tab.to('send')
    assert.deepEqual([second?.key, second?.input], [first?.key, { text: 'one' }])
    await tab.last('send').answer(message(1))
    assert.deepEqual(tab.last('send').input, { text: 'two' })
    assert.notEqual(tab.last('send').key, first?.key)
  })

  const repeated = [
    ['a lost answer', lost()],
    ['a fault', callFailure({ kind: 'fault', msg: '', id: '1' })],
    ['a busy server', refusal('busy')],
    ['an unknown outcome', refusal('outcome_unknown')],
    ['a request that arrived too slowly', refusal('request_timeout')],
    ['a page of a proxy', callFailure({ kind: 'malformed', code: 'ERR_BAD_RESPONSE' })],
  ] as const
  for (const [name, failure] of repeated)
    test(`sends again after ${name}, at once when the connection is back`, async () => {
      const tab = createTab({ user: 7 })
      await tab.write('one')
      await tab.last('send').fail(failure)
      tab.wake()
      await settled()
      const [first, second] = tab.to('send')
      assert.equal(second?.key, first?.key)
    })

  test('waits as long as the server says', async () => {
    const tab = createTab({ user: 7 })
    await tab.write('one')
    await tab.last('send').fail(callFailure({ kind: 'tooMany', msg: '', retryAfterSeconds: 20 }))
    await tab.after(19_999)
    assert.equal(tab.to('send').length, 1)
    await tab.after(1)
    assert.equal(tab.to('send').length, 2)
  })

  test('keeps a refused one with its reason, sends the others, and tries again or removes it when told', async () => {
    const tab = createTab({ user: 7 })
    for (const text of ['one', 'two', 'three']) await tab.write(text)
    await tab.last('send').fail(refusal('order_not_found', 'Not your order.'))
    await tab.last('send').fail(refusal('support_limit'))
    await tab.last('send').answer(message(1))
    assert.deepEqual(tab.unsent(), ['one refused', 'two refused'])
    const [one, two] = tab.support.outbox.getSnapshot().map(({ item }) => item)
    assert.equal(one?.problem, 'Not your order.')
    tab.support.outbox.remove(two?.key ?? '')
    tab.support.outbox.retry(one?.key ?? '')
    await settled()
    assert.deepEqual([tab.unsent(), tab.last('send').key], [['one sending'], one?.key])
  })

  test('survives a reload, in order; a refused one is not sent by itself', async () => {
    const { storage, timers, ...before } = createTab({ user: 7 })
    for (const text of ['one', 'two', 'three']) await before.write(text)
    await before.last('send').fail(refusal('support_limit'))
    const after = createTab({ storage, timers, user: 7 })
    await settled()
    assert.deepEqual(after.unsent(), ['one refused', 'two sending', 'three sending'])
    assert.deepEqual(
      [after.last('send').input, after.last('send').key],
      [{ text: 'two' }, before.last('send').key],
    )
  })

  test('does not send a message of yesterday by itself', async () => {
    const { storage, timers, ...before } = createTab({ user: 7 })
    await before.write('one')
    timers.advance(outboxBounds.oldMs + 1)
    const after = createTab({ storage, timers, user: 7 })
    await settled()
    assert.deepEqual([after.unsent(), after.to('send').length], [['one old'], 0])
    after.support.outbox.retry(before.last('send').key ?? '')
    await settled()
    assert.deepEqual([after.unsent(), after.last('send').key], [['one sending'], before.last('send').key])
  })

  test('forgets what nobody sent for a month, and what it did not write', async () => {
    const storage = createSharedStorage()
    storage.setItem('openlot.support.out.key-of-another', '{"key":"key-of-another","owner":7}')
    const before = createTab({ storage, user: 7 })
    await before.write('one')
    before.timers.advance(outboxBounds.forgottenMs + 1)
    const after = createTab({ storage, timers: before.timers, user: 7 })
    assert.deepEqual([after.unsent(), Object.keys(storage)], [[], []])
  })

  test('holds 50 messages', async () => {
    const tab = createTab({ user: 7 })
    const typed = { text: 'one', images: [], orderId: undefined, after: 0 }
    for (let count = 0; count < outboxBounds.most; count += 1)
      assert.equal(tab.support.outbox.send(typed), true)
    assert.equal(tab.support.outbox.send(typed), false)
    assert.equal(tab.unsent().length, outboxBounds.most)
  })

  test('shows and sends nothing of another user, and goes on when its own is back', async () => {
    const tab = createTab({ user: 7 })
    await tab.write('one')
    await tab.last('send').fail(lost())
    tab.session.start('8')
    await tab.after(longMs)
    assert.deepEqual([tab.unsent(), tab.to('send').length], [[], 1])
    tab.session.start('7')
    await settled()
    assert.deepEqual([tab.unsent(), tab.to('send').length], [['one waiting'], 2])
  })

  test('leaves a message to the tab that sends it, and sends it if that tab does not', async () => {
    const one = createTab({ user: 7 })
    const two = createTab({ storage: one.storage, timers: one.timers, user: 7 })
    await one.write('one')
    two.storageChanged()
    await settled()
    assert.deepEqual([two.unsent(), two.to('send').length], [['one sending'], 0])
    await one.after(outboxBounds.otherTabsMs)
    assert.equal(two.last('send').key, one.last('send').key)
    await one.last('send').answer(message(1))
    two.storageChanged()
    assert.deepEqual(two.unsent(), [])
    await two.last('send').answer(message(1))
    assert.deepEqual(two.unsent(), [])
  })

  test('works without storage', async () => {
    const tab = createTab({ user: 7, storage: undefined as never })
    await tab.write('one')
    assert.deepEqual(tab.unsent(), ['one sending'])
  })
})
