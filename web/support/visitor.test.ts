// What happens to a visitor's messages: the first opens a thread, and a login takes them along.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { callFailure } from '#browser/calls/call-failure.ts'
import { createTab, lost, message, noThread, refusal, settled } from '#test/web/support-harness.ts'

const longMs = 5 * 60_000

describe('a visitor', () => {
  test('opens a thread with the first message, and sends its token from then on', async () => {
    const tab = createTab()
    assert.equal(tab.requests.length, 0)
    await tab.write('one')
    await tab.write('two')
    assert.deepEqual([tab.to('open').length, tab.to('send').length], [1, 0])
    await tab.last('open').answer({ thread: 'token' })
    assert.deepEqual([tab.last('send').thread, tab.visitor.getSnapshot()], ['token', 'token'])
    await tab.last('send').answer(message(1))
    assert.deepEqual([tab.to('open').length, tab.last('send').input], [1, { text: 'two' }])
  })

  test('keeps the messages if no thread can be opened', async () => {
    const tab = createTab()
    await tab.write('one')
    await tab.last('open').fail(lost())
    assert.deepEqual(tab.unsent(), ['one waiting'])
    await tab.after(longMs)
    await tab.last('open').fail(refusal('support_limit', 'Too many today.'))
    assert.deepEqual(tab.unsent(), ['one refused'])
  })

  test('gets a new thread for the unsent messages when the old one has ended', async () => {
    const tab = createTab({ thread: 'old' })
    await tab.write('one')
    await tab.last('send').fail(refusal('support_ended'))
    assert.deepEqual([tab.visitor.getSnapshot(), tab.unsent()], [undefined, ['one waiting']])
    await tab.after(longMs)
    await tab.last('open').answer({ thread: 'new' })
    const [first, second] = tab.to('send')
    assert.deepEqual([second?.thread, second?.key], ['new', first?.key])
  })
})

describe('a login', () => {
  test('claims the thread until it is answered, then the unsent messages follow', async () => {
    const tab = createTab({ thread: 'token' })
    await tab.write('one')
    await tab.last('send').fail(lost())
    tab.session.start('7')
    await settled()
    assert.deepEqual([tab.last('claim').input, tab.unsent()], [{ thread: 'token' }, []])
    await tab.last('claim').fail(lost())
    assert.equal(tab.visitor.getSnapshot(), 'token')
    await tab.after(longMs)
    assert.equal(tab.to('claim').length, 2)
    await tab.last('claim').answer(noThread)
    const [first, second] = tab.to('send')
    assert.deepEqual([tab.visitor.getSnapshot(), tab.unsent()], [undefined, ['one waiting']])
    assert.deepEqual([second?.thread, second?.key], [undefined, first?.key])
    await tab.after(longMs)
    assert.equal(tab.to('claim').length, 2)
  })

  test('claims at the start too, and forgets a token that is of no use any more', async () => {
    for (const reason of ['support_ended', 'invalid_input'] as const) {
      const tab = createTab({ user: 7, thread: 'token' })
      await tab.last('claim').fail(refusal(reason))
      assert.equal(tab.visitor.getSnapshot(), undefined)
    }
  })

  const unsettled = [
    ...(['request_timeout', 'unknown_path', 'malformed_body', 'busy', 'outcome_unknown'] as const).map(
      (reason) => [reason, refusal(reason)] as const,
    ),
    ['a fault', callFailure({ kind: 'fault', msg: '', id: '1' })],
    ['too many requests', callFailure({ kind: 'tooMany', msg: '', retryAfterSeconds: 20 })],
  ] as const
  for (const [name, failure] of unsettled)
    test(`claims again after ${name}, with the same token`, async () => {
      const tab = createTab({ user: 7, thread: 'token' })
      await tab.last('claim').fail(failure)
      assert.equal(tab.visitor.getSnapshot(), 'token')
      await tab.after(20_000)
      assert.deepEqual([tab.to('claim').length, tab.last('claim').input], [2, { thread: 'token' }])
    })

  test('keeps the token of a thread that has no room in the thread of the user, and does not ask again', async () => {
    const tab = createTab({ user: 7, thread: 'token' })
    await tab.last('claim').fail(refusal('image_quota'))
    await tab.after(longMs)
    assert.deepEqual([tab.to('claim').length, tab.visitor.getSnapshot()], [1, 'token'])
  })

  test('of a session that has ended keeps the token for the next one', async () => {
    const tab = createTab({ user: 7, thread: 'token' })
    await tab.last('claim').fail(callFailure({ kind: 'sessionInvalid', msg: '' }))
    tab.session.end()
    await tab.after(longMs)
    assert.deepEqual([tab.to('claim').length, tab.visitor.getSnapshot()], [1, 'token'])
    tab.session.start('8')
    await settled()
    assert.equal(tab.to('claim').length, 2)
  })

  test('takes along what a visitor without a thread could not send', async () => {
    const tab = createTab()
    await tab.write('one')
    await tab.last('open').fail(lost())
    tab.session.start('7')
    await settled()
    assert.deepEqual(
      [tab.to('claim').length, tab.last('send').thread, tab.unsent()],
      [0, undefined, ['one waiting']],
    )
  })

  test('takes along a message that is refused only after it has followed to the user', async () => {
    const tab = createTab({ thread: 'token' })
    await tab.write('one')
    tab.session.start('7')
    await settled()
    await tab.last('claim').answer(noThread)
    await tab.last('send').fail(refusal('support_limit', 'Too many today.'))
    const [entry] = tab.support.outbox.getSnapshot()
    assert.deepEqual([entry?.item.owner, entry?.item.problem], ['user:7', 'Too many today.'])
  })

  test('while a thread is being opened leaves no token behind', async () => {
    const tab = createTab()
    await tab.write('one')
    tab.session.start('7')
    await tab.last('open').answer({ thread: 'token' })
    assert.deepEqual([tab.visitor.getSnapshot(), tab.last('send').thread], [undefined, undefined])
  })
})
