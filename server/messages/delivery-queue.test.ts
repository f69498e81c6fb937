// Tests the queue through the messages module, with a local SMS provider and a manual clock.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { stopBoundsMs } from '#server/platform/stop-bounds.ts'
import { createMessagesFixture, fixtureStartMs } from '#test/messages/messages-fixture.ts'
import { smsSecret, startSmsProvider } from '#test/messages/sms-provider.ts'

let provider: Awaited<ReturnType<typeof startSmsProvider>>
let fixture: ReturnType<typeof createMessagesFixture>

beforeEach(async () => {
  provider = await startSmsProvider()
  fixture = createMessagesFixture({ smsUrl: provider.url, smsSecret })
})

afterEach(async () => {
  await fixture.close()
  await provider.close()
})

const ben = { channel: 'mobile', to: '85291234567', language: 'en' } as const

function sendCode(code = '004217'): void {
  fixture.messages.send({ ...ben, kind: 'reset_code', code, validMinutes: 10 })
}

/** Answers the next attempt, waits for the retry to be scheduled, then advances the clock. */
async function answerNext(status: number, thenMs: number): Promise<void> {
  const request = await provider.requests.next()
  const before = await fixture.counted('retried')
  request.answer(status)
  await fixture.outcomes('retried', before + 1)
  fixture.advance(thenMs)
}

describe('the delivery queue', () => {
  test('tries four times with growing delays and one id, then gives up without logging private data', async () => {
    sendCode()
    for (const retryDelayMs of [2000, 10_000, 40_000]) await answerNext(503, retryDelayMs)
    const last = await provider.requests.next()
    last.answer(503)
    await fixture.outcomes('given_up', 1)
    const { all } = provider.requests
    assert.equal(new Set(all.map(({ body }) => body.id)).size, 1)
    const times = all.map(
      ({ headers }) => Number(headers['openlot-timestamp']) - Math.floor(fixtureStartMs / 1000),
    )
    assert.deepEqual(times, [0, 2, 12, 52])
    assert.deepEqual(fixture.pending(), [])
    assert.match(fixture.logged(), /"channel":"mobile","kind":"reset_code","tries":4,"why":"status 503"/)
    assert.doesNotMatch(fixture.logged(), /004217|85291234567/)
  })

  test('waits the whole delay before a retry', async () => {
    sendCode()
    await answerNext(500, 1999)
    assert.deepEqual(fixture.pending(), [1])
    fixture.advance(1)
    const second = await provider.requests.next()
    second.answer(200)
    await fixture.outcomes('delivered', 1)
  })

  test('does not retry a message that the provider rejects permanently', async () => {
    sendCode()
    const first = await provider.requests.next()
    first.answer(400)
    await fixture.outcomes('given_up', 1)
    assert.deepEqual([provider.requests.all.length, fixture.pending()], [1, []])
  })

  test('runs four deliveries at a time', async () => {
    for (const number of [1, 2, 3, 4, 5]) sendCode(`00000${number}`)
    const [first] = await Promise.all([1, 2, 3, 4].map(() => provider.requests.next()))
    assert.equal(provider.requests.all.length, 4)
    first?.answer(200)
    assert.equal((await provider.requests.next()).body.code, '000005')
  })

  test('holds 1000 messages including those waiting for a retry, and logs an overflow once', async () => {
    sendCode()
    await answerNext(503, 0)
    for (let sent = 1; sent < 1003; sent += 1) sendCode()
    assert.equal(await fixture.counted('dropped'), 3)
    assert.equal(fixture.logged().split('messages are dropped').length, 2)
  })

  test('does not send a code that expired in the queue', async () => {
    for (let sent = 0; sent < 5; sent += 1) sendCode()
    for (let arrived = 0; arrived < 4; arrived += 1) await provider.requests.next()
    fixture.advance(10 * 60_000)
    await fixture.outcomes('too_late', 1)
    assert.equal(provider.requests.all.length, 4)
    assert.match(fixture.logged(), /"tries":0,"why":"the code has expired"/)
  })

  test('delivers on one channel while the other hangs', async () => {
    for (let sent = 0; sent < 8; sent += 1) sendCode()
    fixture.messages.send({ ...ben, channel: 'email', to: 'anna@example.com', kind: 'account_exists' })
    assert.equal((await fixture.outboxFiles(1)).length, 1)
  })

  test('lets running deliveries finish during a stop', async () => {
    sendCode()
    const request = await provider.requests.next()
    const stopped = fixture.messages.stop()
    request.answer(200)
    await stopped
    assert.equal(await fixture.counted('delivered'), 1)
  })

  test('gives up retries at once and hanging deliveries in time during a stop', async () => {
    sendCode('000001')
    await answerNext(503, 0)
    sendCode('000002')
    await provider.requests.next()
    let isStopped = false
    const stopped = fixture.messages.stop().then(() => {
      isStopped = true
    })
    fixture.advance(stopBoundsMs.messages - 1)
    await new Promise(setImmediate)
    assert.equal(isStopped, false)
    fixture.advance(1)
    await stopped
    await fixture.outcomes('given_up', 2)
    assert.doesNotMatch(fixture.logged(), /00000[12]/)
  })
})
