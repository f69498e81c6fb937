// Many commands that arrive together.
import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { periods } from '#core/candle/period.ts'
import type { AuthenticateSession } from '#server/live/live-parts.ts'
import { eventually } from '#test/eventually.ts'
import { createFakeMarketData } from '#test/live/fake-market-data.ts'
import { type Frame, type LiveClient, sendTogether } from '#test/live/live-client.ts'
import { createLiveHarness } from '#test/live/live-harness.ts'

const codes = Array.from({ length: 20 }, (_, index) => `M${index}`)
const topics = codes.flatMap((code) => periods.map((period) => `KLINE.${code}.${period}`)).slice(0, 100)
const subscriptions = topics.map((topic) => ({ cmd: 'sub', topic }))

/** A live module that calls `onCommand` for each subscription to a candle topic. */
async function createBurst(
  context: TestContext,
  onCommand: () => void,
  authenticate: AuthenticateSession = async () => undefined,
) {
  const { marketData } = createFakeMarketData(codes)
  const watched: typeof marketData = {
    ...marketData,
    currentCandle(id, period) {
      onCommand()
      return marketData.currentCandle(id, period)
    },
  }
  return await createLiveHarness(context, { marketData: watched, authenticate })
}

/** Counts events by turn of the event loop. */
function countPerTurn(context: TestContext) {
  let [most, inTurn, isCounting] = [0, 0, true]
  context.after(() => {
    isCounting = false
  })
  setImmediate(function nextTurn() {
    inTurn = 0
    if (isCounting) setImmediate(nextTurn)
  })
  return {
    add() {
      inTurn += 1
      most = Math.max(most, inTurn)
    },
    most: () => most,
  }
}

/** Answers to commands, without pushes. */
async function answers(client: LiveClient, count: number): Promise<readonly Frame[]> {
  const found: Frame[] = []
  while (found.length < count) {
    const frame = await client.next()
    if ('cmd' in frame) found.push(frame)
  }
  return found
}

describe('a burst of commands', () => {
  test('is answered completely and in its order', async (context) => {
    const { connect, metric } = await createBurst(context, () => undefined)
    const client = await connect()
    const pings = topics.map(() => ({ cmd: 'ping' }))
    sendTogether(
      client,
      subscriptions.flatMap((command, at) => [command, pings[at] ?? {}]),
    )
    assert.deepEqual(
      (await answers(client, 200)).map(({ cmd, topic, code }) => [cmd, topic, code]),
      topics.flatMap((topic) => [
        ['sub', topic, 1],
        ['pong', undefined, undefined],
      ]),
    )
    assert.equal(await metric('liveSubscriptions'), 100)
  })

  test('is handled one command per turn of the event loop', async (context) => {
    const mostPerTurn = countPerTurn(context)
    const { connect } = await createBurst(context, mostPerTurn.add)
    const client = await connect()
    sendTogether(client, subscriptions)
    await answers(client, 100)
    assert.equal(mostPerTurn.most(), 1)
  })

  test('that waited for a login is handled one command per turn, too', async (context) => {
    const mostPerTurn = countPerTurn(context)
    const lookup = Promise.withResolvers<undefined>()
    const { connect } = await createBurst(context, mostPerTurn.add, () => lookup.promise)
    const client = await connect()
    sendTogether(client, [{ cmd: 'login', token: 'unknown' }, ...subscriptions])
    assert.deepEqual(await client.framesSoFar(), [])
    lookup.resolve(undefined)
    await answers(client, 101)
    assert.equal(mostPerTurn.most(), 1)
  })

  test('ends when its socket is cut, and leaves nothing behind', async (context) => {
    let handled = 0
    const { connect, metric, streams, faults } = await createBurst(context, () => {
      handled += 1
      if (handled === 10) for (const stream of streams) stream.destroy()
    })
    const client = await connect()
    sendTogether(client, subscriptions)
    assert.equal(await client.closed(), 1006)
    await eventually(async () => (await metric('sockets')) === 0)
    assert.deepEqual([handled, await metric('liveSubscriptions'), faults], [10, 0, []])
  })

  test('of more commands than allowed closes the socket after the allowed ones', async (context) => {
    let handled = 0
    const { connect, metric } = await createBurst(context, () => {
      handled += 1
    })
    const client = await connect()
    const pings = Array.from({ length: 150 }, () => ({ cmd: 'ping' }))
    sendTogether(client, [...pings, ...subscriptions])
    assert.equal(await client.closed(), 1008)
    assert.equal(handled, 50)
    await eventually(async () => (await metric('sockets')) === 0)
    assert.equal(await metric('liveSubscriptions'), 0)
  })
})
