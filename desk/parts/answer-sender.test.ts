import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type CallFailureDetails, callFailure } from '#browser/calls/call-failure.ts'
import { createFakeTimers } from '#browser/platform/fake-timers.ts'
import { storedText } from '#browser/storage/stored-text.ts'
import type { DeskSupportMessage, SupportAnswerInput } from '#contract/desk/support.ts'
import { createAnswerSender, mostUnsent } from '#desk/parts/answer-sender.ts'
import { createUnsentAnswers, unsentAnswersStorageKey } from '#desk/stores/support-answers.ts'

type Sending = SupportAnswerInput & {
  readonly key: string
  readonly take: (number: number) => Promise<void>
  readonly fail: (details: CallFailureDetails) => Promise<void>
}

const values = () => new Map<string, string>()
const storageOf = (kept: Map<string, string>) =>
  storedText(
    {
      getItem: (name) => kept.get(name) ?? null,
      setItem: (name, value) => void kept.set(name, value),
      removeItem: (name) => void kept.delete(name),
    },
    unsentAnswersStorageKey,
  )

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A page: its storage may be that of an earlier one. */
function openPage(kept = values()) {
  const timers = createFakeTimers()
  const sendings: Sending[] = []
  let keys = 0
  const sender = createAnswerSender({
    answers: createUnsentAnswers(storageOf(kept)),
    call: (input, key) =>
      new Promise((resolve, reject) => {
        sendings.push({
          ...{ ...input, key },
          take: (number) => {
            resolve({ ...message, number })
            return settled()
          },
          fail: (details) => {
            reject(callFailure(details))
            return settled()
          },
        })
      }),
    timers,
    random: () => 0.5,
    newKey: () => `key-${++keys}`,
    reportError: (error) => assert.fail(String(error)),
  })
  const sent: string[] = []
  sender.onSent(({ threadId, message: { number } }) => sent.push(`${threadId}:${number}`))
  return { sender, timers, sendings, sent, kept, unsent: () => sender.answers.getSnapshot() }
}

const message: DeskSupportMessage = {
  ...{ number: 1, author: 'desk', operator: 'anna@example.com', text: '', order_id: null, images: [] },
  created_at: '2026-03-05T12:00:00.000Z',
}
const say = (text: string) => ({ text, pictures: [] })
const lost: CallFailureDetails = { kind: 'transport', code: 'network', status: undefined }
const refusal = (
  reason: 'busy' | 'outcome_unknown' | 'request_timeout' | 'image_unknown',
): CallFailureDetails => ({
  ...{ kind: 'refused', code: 0, msg: 'No.', reason, field: undefined, figures: {}, data: null },
})

describe('answers of support', () => {
  test('are sent in their order, one after another in a thread, at once in others', async () => {
    const { sender, sendings, sent, unsent } = openPage()
    sender.start(1)
    for (const [threadId, text] of [[7, 'a'] as const, [7, 'b'] as const, [8, 'c'] as const])
      sender.send(threadId, say(text), 4)
    assert.deepEqual(
      sendings.map(({ text, read }) => [text, read]),
      [
        ['a', 4],
        ['c', 4],
      ],
    )
    await sendings[0]?.take(4)
    assert.equal(sendings[2]?.text, 'b')
    await sendings[2]?.take(5)
    await sendings[1]?.take(1)
    assert.deepEqual([sent, unsent()], [['7:4', '7:5', '8:1'], {}])
  })

  for (const failure of [
    lost,
    { kind: 'malformed', code: 'html' },
    { kind: 'fault', msg: 'Fault', id: 'x' },
    refusal('busy'),
    refusal('outcome_unknown'),
    refusal('request_timeout'),
  ] as const)
    test(`are sent again with the same key after ${failure.kind} ${'reason' in failure ? failure.reason : ''}`, async () => {
      const { sender, sendings, timers, sent } = openPage()
      sender.start(1)
      sender.send(7, say('a'), 4)
      await sendings[0]?.fail(failure)
      assert.deepEqual([...sender.delayed.getSnapshot()], ['key-1'])
      timers.advance(500)
      assert.deepEqual([sendings.length, sendings[1]?.key], [2, 'key-1'])
      await sendings[1]?.take(2)
      assert.deepEqual([sent, sender.delayed.getSnapshot().size], [['7:2'], 0])
    })

  test('wait as long as the server says, or until the connection is back', async () => {
    const { sender, sendings, timers } = openPage()
    sender.start(1)
    sender.send(7, say('a'), 4)
    await sendings[0]?.fail({ kind: 'tooMany', msg: 'Slow down.', retryAfterSeconds: 30 })
    timers.advance(29_999)
    assert.equal(sendings.length, 1)
    sender.wake()
    assert.equal(sendings.length, 2)
    sender.wake()
    assert.equal(sendings.length, 2)
  })

  test('that are refused stay with the reason, and do not hold back the next', async () => {
    const { sender, sendings, unsent, sent } = openPage()
    sender.start(1)
    sender.send(7, say('a'), 4)
    sender.send(7, say('b'), 4)
    await sendings[0]?.fail(refusal('image_unknown'))
    await sendings[1]?.take(2)
    assert.deepEqual(unsent(), { '1:7': [{ key: 'key-1', read: 4, refusal: 'No.', ...say('a') }] })
    sender.retry(7, 'key-1')
    await sendings[2]?.take(3)
    assert.deepEqual([sendings[2]?.key, sent], ['key-1', ['7:2', '7:3']])
    sender.send(7, say('c'), 4)
    await sendings[3]?.fail(refusal('image_unknown'))
    sender.remove(7, 'key-3')
    assert.deepEqual(unsent(), {})
  })

  test('survive a reload: the next page sends them with their keys, and only those of its operator', async () => {
    const first = openPage()
    first.sender.start(1)
    first.sender.send(7, { text: 'a', pictures: [{ name: 'p1', width: 2, height: 3 }] }, 4)
    first.sender.send(7, say('b'), 4)
    const next = openPage(first.kept)
    next.sender.start(2)
    assert.equal(next.sendings.length, 0)
    next.sender.start(1)
    assert.deepEqual(
      next.sendings.map(({ key, text, images }) => [key, text, images]),
      [['key-1', 'a', 'p1']],
    )
    await next.sendings[0]?.take(1)
    await next.sendings[1]?.take(2)
    assert.deepEqual([next.sent, next.kept.size], [['7:1', '7:2'], 0])
  })

  test('wait for the next sign-in after the session has ended', async () => {
    const { sender, sendings, timers } = openPage()
    sender.start(1)
    sender.send(7, say('a'), 4)
    sender.stop()
    await sendings[0]?.fail({ kind: 'sessionInvalid', msg: 'Over.' })
    timers.advance(60_000)
    assert.equal(sendings.length, 1)
    sender.start(1)
    assert.equal(sendings[1]?.key, 'key-1')
  })

  test(`are at most ${mostUnsent} in a thread`, () => {
    const { sender } = openPage()
    sender.start(1)
    const taken = Array.from({ length: mostUnsent + 1 }, () => sender.send(7, say('a'), 4))
    assert.deepEqual([taken.lastIndexOf(true), taken.indexOf(false)], [mostUnsent - 1, mostUnsent])
  })
})
