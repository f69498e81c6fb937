// The queue, seen from the door: a real provider on this machine answers, or does not, and time is moved by hand.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { createMessagesStage, stageStartMs } from '#test/messages/messages-fixture.ts'
import { smsSecret, startSmsProvider } from '#test/messages/sms-provider.ts'

let provider: Awaited<ReturnType<typeof startSmsProvider>>
let stage: ReturnType<typeof createMessagesStage>

beforeEach(async () => {
  provider = await startSmsProvider()
  stage = createMessagesStage({ smsUrl: provider.url, smsSecret })
})

afterEach(async () => {
  await stage.close()
  await provider.close()
})

const ben = { channel: 'mobile', to: '85291234567', language: 'en' } as const

function sendCode(code = '004217'): void {
  stage.messages.send({ ...ben, kind: 'reset_code', code, validMinutes: 10 })
}

/** Answers the next try and lets the time pass that follows it. */
async function answerNext(status: number, thenMs: number): Promise<void> {
  const request = await provider.requests.next()
  const before = await stage.counted('retried')
  request.answer(status)
  await stage.outcomes('retried', before + 1)
  stage.advance(thenMs)
}

describe('the queue of messages', () => {
  test('tries four times, with growing pauses and the same id, then gives up and says no more than it must', async () => {
    sendCode()
    for (const pauseMs of [2000, 10_000, 40_000]) await answerNext(503, pauseMs)
    const last = await provider.requests.next()
    last.answer(503)
    await stage.outcomes('given_up', 1)
    const { all } = provider.requests
    assert.equal(new Set(all.map(({ body }) => body.id)).size, 1)
    const times = all.map(
      ({ headers }) => Number(headers['openlot-timestamp']) - Math.floor(stageStartMs / 1000),
    )
    assert.deepEqual(times, [0, 2, 12, 52])
    assert.deepEqual(stage.pending(), [])
    assert.match(stage.logged(), /"channel":"mobile","kind":"reset_code","tries":4,"why":"status 503"/)
    assert.doesNotMatch(stage.logged(), /004217|85291234567/)
  })

  test('waits the whole pause before it tries again', async () => {
    sendCode()
    await answerNext(500, 1999)
    assert.deepEqual(stage.pending(), [1])
    stage.advance(1)
    const second = await provider.requests.next()
    second.answer(200)
    await stage.outcomes('delivered', 1)
  })

  test('gives up at once what the other side will never take', async () => {
    sendCode()
    const first = await provider.requests.next()
    first.answer(400)
    await stage.outcomes('given_up', 1)
    assert.deepEqual([provider.requests.all.length, stage.pending()], [1, []])
  })

  test('has four under way at a time, and lets the next one in when one is done', async () => {
    for (const number of [1, 2, 3, 4, 5]) sendCode(`00000${number}`)
    const [first] = await Promise.all([1, 2, 3, 4].map(() => provider.requests.next()))
    assert.equal(provider.requests.all.length, 4)
    first?.answer(200)
    assert.equal((await provider.requests.next()).body.code, '000005')
  })

  test('holds a thousand, those between two tries among them, and tells of a flood once', async () => {
    sendCode()
    await answerNext(503, 0)
    for (let sent = 1; sent < 1003; sent += 1) sendCode()
    assert.equal(await stage.counted('dropped'), 3)
    assert.equal(stage.logged().split('messages are dropped').length, 2)
  })

  test('does not send a code that has expired while it waited', async () => {
    for (let sent = 0; sent < 5; sent += 1) sendCode()
    for (let arrived = 0; arrived < 4; arrived += 1) await provider.requests.next()
    stage.advance(10 * 60_000)
    await stage.outcomes('too_late', 1)
    assert.equal(provider.requests.all.length, 4)
    assert.match(stage.logged(), /"tries":0,"why":"the code has expired"/)
  })

  test('keeps one channel going while the other hangs', async () => {
    for (let sent = 0; sent < 8; sent += 1) sendCode()
    stage.messages.send({ ...ben, channel: 'email', to: 'anna@example.com', kind: 'account_exists' })
    assert.equal((await stage.outboxFiles(1)).length, 1)
  })

  test('lets what is under way finish at a stop', async () => {
    sendCode()
    const request = await provider.requests.next()
    const stopped = stage.messages.stop()
    request.answer(200)
    await stopped
    assert.equal(await stage.counted('delivered'), 1)
  })

  test('gives up what pauses, and after five seconds also what hangs, at a stop', async () => {
    sendCode('000001')
    await answerNext(503, 0)
    sendCode('000002')
    await provider.requests.next()
    let isStopped = false
    const stopped = stage.messages.stop().then(() => {
      isStopped = true
    })
    stage.advance(4999)
    await new Promise(setImmediate)
    assert.equal(isStopped, false)
    stage.advance(1)
    await stopped
    await stage.outcomes('given_up', 2)
    assert.doesNotMatch(stage.logged(), /00000[12]/)
  })
})
