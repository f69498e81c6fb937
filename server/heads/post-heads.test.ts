import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { createHeadPoster, type HeadPoster } from '#server/heads/post-heads.ts'
import { createFakeTimers, type FakeTimers } from '#server/platform/fake-timers.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { eventually } from '#test/eventually.ts'
import { startHeadsReceiver } from '#test/heads/heads-receiver.ts'

type Receiver = Awaited<ReturnType<typeof startHeadsReceiver>>

let receiver: Receiver
let timers: FakeTimers
let poster: HeadPoster
let logged: string[]
let metrics: ReturnType<typeof createMetrics>

beforeEach(async () => {
  receiver = await startHeadsReceiver()
  timers = createFakeTimers()
  metrics = createMetrics()
  logged = []
  poster = posterTo(receiver.url)
})

afterEach(() => receiver.close())

function posterTo(headsUrl: string): HeadPoster {
  const log = {
    info: (...args: readonly unknown[]) => void logged.push(`info ${args.at(-1)}`),
    warn: (...args: readonly unknown[]) => void logged.push(`warn ${args.at(-1)}`),
  }
  return createHeadPoster({ headsUrl, timers, log, metrics })
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
    poster.offer('{"at":"now"}')
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
    posterTo(receiver.url.replace('//', '//anna:p%40ss@')).offer('{}')
    const { headers, answer } = await receiver.requests.next()
    assert.equal(headers.authorization, `Basic ${Buffer.from('anna:p@ss').toString('base64')}`)
    answer(200)
  })

  test('that cannot be delivered is replaced by the newest, which arrives when the receiver is back', async () => {
    await receiver.close()
    poster.offer('one')
    const waits: number[] = []
    for (const line of ['two', 'three', 'four', 'five', 'six', 'seven', 'eight']) {
      waits.push(await retryIn())
      poster.offer(line)
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
    poster.offer('one')
    const first = await receiver.requests.next()
    poster.offer('two')
    poster.offer('three')
    first.answer(200)
    const second = await receiver.requests.next()
    second.answer(200)
    assert.deepEqual([first.body, second.body], ['one', 'three'])
  })

  for (const status of [302, 307, 400, 401, 404, 500, 503])
    test(`is tried again after status ${status}`, async () => {
      const elsewhere = await startHeadsReceiver()
      poster.offer('one')
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
    poster.offer('one')
    await receiver.requests.next()
    assert.deepEqual(timers.pending(), [10_000])
    timers.advance(10_000)
    timers.advance(await retryIn())
    assert.equal((await receiver.requests.next()).body, 'one')
  })

  test('is sent once more at a stop, and the stop does not wait for a receiver that does not answer', async () => {
    await receiver.close()
    poster.offer('one')
    await retryIn()
    receiver = await startHeadsReceiver(receiver.port)
    const stopping = poster.stop()
    assert.equal((await receiver.requests.next()).body, 'one')
    timers.advance(2000)
    await stopping
    await eventually(() => timers.pending().length === 0)
  })

  test('that came last is awaited at a stop', async () => {
    poster.offer('one')
    const first = await receiver.requests.next()
    poster.offer('two')
    const stopping = poster.stop()
    first.answer(200)
    const second = await receiver.requests.next()
    second.answer(200)
    await stopping
    assert.equal(second.body, 'two')
  })
})
