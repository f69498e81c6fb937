import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { createHeadPoster, type HeadPoster } from '#server/heads/post-heads.ts'
import { maxUnposted, type UnpostedLine } from '#server/heads/unposted-heads.ts'
import { createFakeTimers, type FakeTimers } from '#server/platform/fake-timers.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { eventually } from '#test/eventually.ts'
import { startHeadsReceiver } from '#test/heads/heads-receiver.ts'

type Receiver = Awaited<ReturnType<typeof startHeadsReceiver>>

let receiver: Receiver
let timers: FakeTimers
let poster: HeadPoster
let logged: string[]
let remembered: string[]
let metrics: ReturnType<typeof createMetrics>

beforeEach(async () => {
  receiver = await startHeadsReceiver()
  timers = createFakeTimers()
  metrics = createMetrics()
  logged = []
  remembered = []
  poster = posterTo(receiver.url)
})

afterEach(() => receiver.close())

function posterTo(headsUrl: string): HeadPoster {
  const log = {
    info: (...args: readonly unknown[]) => void logged.push(`info ${args.at(-1)}`),
    warn: (...args: readonly unknown[]) => void logged.push(`warn ${args.at(-1)}`),
  }
  const accepted = async ({ line }: UnpostedLine) => void remembered.push(line)
  return createHeadPoster({ headsUrl, accepted, timers, log, metrics })
}

async function failures(): Promise<number> {
  const { values } = await metrics.headsFailures.get()
  return values.find(({ labels }) => labels.target === 'url')?.value ?? 0
}

/** Waits until the failure is known and the retry is scheduled. */
async function retryIn(): Promise<number> {
  const { length } = timers.pending()
  assert.ok(length <= 1)
  await eventually(() => timers.pending().length === 1 && timers.pending()[0] !== 10_000)
  return timers.pending()[0] ?? 0
}

describe('a posted head', () => {
  test('is the line as JSON', async () => {
    poster.offer('{"at":"now"}', false)
    const { path, headers, body, answer } = await receiver.requests.next()
    assert.deepEqual(
      [path, headers['content-type'], body],
      ['POST /heads', 'application/json', '{"at":"now"}'],
    )
    assert.equal(headers.authorization, undefined)
    answer(204)
    await eventually(() => timers.pending().length === 0)
  })

  test('carries the credentials of the address as basic authorization', async () => {
    posterTo(receiver.url.replace('//', '//anna:p%40ss@')).offer('{}', false)
    const { headers, answer } = await receiver.requests.next()
    assert.equal(headers.authorization, `Basic ${Buffer.from('anna:p@ss').toString('base64')}`)
    answer(200)
  })

  test('that cannot be delivered is replaced by the newest, which arrives when the receiver is back', async () => {
    await receiver.close()
    poster.offer('one', false)
    const waits: number[] = []
    for (const line of ['two', 'three', 'four', 'five', 'six', 'seven', 'eight']) {
      waits.push(await retryIn())
      poster.offer(line, false)
      // A new line does not shorten the wait.
      assert.deepEqual(timers.pending(), [waits.at(-1)])
      timers.advance(waits.at(-1) ?? 0)
    }
    await retryIn()
    assert.deepEqual(waits, [2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
    assert.equal(await failures(), 8)
    assert.deepEqual(logged, ['warn heads cannot be posted to HEADS_URL; the newest is tried again'])
    receiver = await startHeadsReceiver(receiver.port)
    timers.advance(60_000)
    const { body, answer } = await receiver.requests.next()
    assert.equal(body, 'eight')
    answer(200)
    await eventually(() => logged.length === 2)
    assert.equal(logged[1], 'info heads are posted to HEADS_URL again')
    assert.deepEqual([timers.pending(), await failures(), receiver.requests.all.length], [[], 0, 1])
  })

  test('that comes while another is sent follows it, without those in between', async () => {
    poster.offer('one', false)
    const first = await receiver.requests.next()
    poster.offer('two', false)
    poster.offer('three', false)
    first.answer(200)
    const second = await receiver.requests.next()
    second.answer(200)
    assert.deepEqual([first.body, second.body], ['one', 'three'])
  })

  for (const status of [302, 307, 400, 401, 404, 500, 503])
    test(`is tried again after status ${status}`, async () => {
      const elsewhere = await startHeadsReceiver()
      poster.offer('one', false)
      const first = await receiver.requests.next()
      first.answer(status, { location: elsewhere.url })
      timers.advance(await retryIn())
      const second = await receiver.requests.next()
      assert.equal(second.body, 'one')
      second.answer(200)
      assert.deepEqual(elsewhere.requests.all, [])
      await elsewhere.close()
    })

  test('is given up after ten seconds without an answer, and tried again', async () => {
    poster.offer('one', false)
    await receiver.requests.next()
    assert.deepEqual(timers.pending(), [10_000])
    timers.advance(10_000)
    timers.advance(await retryIn())
    assert.equal((await receiver.requests.next()).body, 'one')
  })

  test('is sent once more at a stop, and the stop does not wait for a receiver that does not answer', async () => {
    await receiver.close()
    poster.offer('one', false)
    await retryIn()
    receiver = await startHeadsReceiver(receiver.port)
    const stopping = poster.stop()
    assert.equal((await receiver.requests.next()).body, 'one')
    timers.advance(2000)
    await stopping
    await eventually(() => timers.pending().length === 0)
  })

  test('that came last is awaited at a stop', async () => {
    poster.offer('one', false)
    const first = await receiver.requests.next()
    poster.offer('two', false)
    const stopping = poster.stop()
    first.answer(200)
    const second = await receiver.requests.next()
    second.answer(200)
    await stopping
    assert.equal(second.body, 'two')
  })
})

describe('a head that differs', () => {
  /** Answers the next requests and returns their bodies. */
  async function take(...statuses: readonly number[]): Promise<readonly string[]> {
    const bodies: string[] = []
    for (const status of statuses) {
      const { body, answer } = await receiver.requests.next()
      bodies.push(body)
      answer(status)
    }
    return bodies
  }

  test('is sent after the head before it and before the newest, however long the receiver was down', async () => {
    await receiver.close()
    const offered = [
      ['one', false],
      ['before', false],
      ['differs', true],
      ['three', false],
      ['four', false],
      ['differs again', true],
      ['six', false],
      ['newest', false],
    ] as const
    for (const [line, differs] of offered) {
      poster.offer(line, differs)
      timers.advance(await retryIn())
    }
    await retryIn()
    receiver = await startHeadsReceiver(receiver.port)
    timers.advance(60_000)
    assert.deepEqual(await take(200, 200, 200, 200, 200), [
      'before',
      'differs',
      'four',
      'differs again',
      'newest',
    ])
    await eventually(() => timers.pending().length === 0)
    assert.deepEqual([remembered, await failures()], [['differs', 'differs again'], 0])
    assert.equal(receiver.requests.all.length, 5)
  })

  test('that is always refused blocks neither the newest nor others that differ', async () => {
    poster.offer('refused', true)
    assert.deepEqual(await take(409), ['refused'])
    await retryIn()
    poster.offer('differs', true)
    poster.offer('newest', false)
    timers.advance(2000)
    assert.deepEqual(await take(200, 409, 200), ['differs', 'refused', 'newest'])
    await eventually(async () => (await failures()) === 2)
    timers.advance(await retryIn())
    assert.deepEqual(await take(200), ['refused'])
    await eventually(() => timers.pending().length === 0)
    // Only the older of the two shows that nothing before it is waiting.
    assert.deepEqual(remembered, ['refused'])
  })

  test('or that an evidence pack ends in is sent although newer ones wait', async () => {
    await receiver.close()
    poster.offer('plain', false)
    poster.offerKept([{ before: 'plain', line: 'kept' }])
    poster.offer('later', false)
    poster.offerKept([{ before: 'earlier', line: 'kept too' }])
    poster.offer('newest', false)
    await retryIn()
    receiver = await startHeadsReceiver(receiver.port)
    timers.advance(2000)
    assert.deepEqual(await take(200, 200, 200), ['kept', 'kept too', 'newest'])
    await eventually(() => timers.pending().length === 0)
    assert.deepEqual(remembered, ['kept', 'kept too'])
  })

  test('is remembered although a line that an evidence pack ends in is refused, and the other way round', async () => {
    poster.offerKept([{ before: 'earlier', line: 'kept' }])
    assert.deepEqual(await take(409), ['kept'])
    await retryIn()
    poster.offerKept([{ before: 'earlier', line: 'kept too' }])
    poster.offer('differs', true)
    timers.advance(2000)
    assert.deepEqual(await take(200, 200, 409), ['kept too', 'differs', 'kept'])
    await retryIn()
    assert.deepEqual(remembered, ['kept too', 'differs'])
  })

  test('of an earlier run is sent first', async () => {
    poster.offerAgain([
      { line: 'before', differs: false },
      { line: 'differs', differs: true },
    ])
    poster.offer('newest', false)
    assert.deepEqual(await take(200, 200, 200), ['before', 'differs', 'newest'])
    await eventually(() => timers.pending().length === 0)
    assert.deepEqual(remembered, ['differs'])
  })

  test('is sent although a thousand lines that evidence packs end in wait', async () => {
    await receiver.close()
    const kept = Array.from({ length: maxUnposted + 10 }, (_, at) => ({ before: '', line: `kept ${at}` }))
    poster.offerKept(kept)
    poster.offer('before', false)
    poster.offer('differs', true)
    poster.offer('newest', false)
    await retryIn()
    receiver = await startHeadsReceiver(receiver.port)
    timers.advance(2000)
    const bodies = await take(...Array.from({ length: maxUnposted + 3 }, () => 200))
    assert.deepEqual(bodies.slice(-4), [`kept ${maxUnposted - 1}`, 'before', 'differs', 'newest'])
    await eventually(() => timers.pending().length === 0)
  })

  test('waits with at most a thousand others, of which the oldest are kept', async () => {
    await receiver.close()
    for (let number = 1; number <= maxUnposted + 10; number += 1) poster.offer(`differs ${number}`, true)
    await retryIn()
    receiver = await startHeadsReceiver(receiver.port)
    timers.advance(2000)
    const bodies = await take(...Array.from({ length: maxUnposted }, () => 200))
    assert.equal(bodies[0], 'differs 1')
    assert.equal(bodies.at(-2), `differs ${maxUnposted - 1}`)
    assert.equal(bodies.at(-1), `differs ${maxUnposted + 10}`)
    await eventually(() => timers.pending().length === 0)
    assert.equal(receiver.requests.all.length, maxUnposted)
  })
})
