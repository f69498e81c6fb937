import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fc } from '#test/fast-check.ts'
import { type ClientConnection, createLiveClient, roundTrip, startLiveServer } from '#test/web/live-server.ts'
import { createTopicCache } from '#web/live/topics.ts'

describe('topics', () => {
  const names = ['DAY_MARKET', 'KLINE.EURUSD', 'KLINE.GBPUSD.5min', 'FOREX_CLOSED'] as const

  type Step =
    | { readonly kind: 'subscribe'; readonly topic: string }
    | { readonly kind: 'unsubscribe'; readonly which: number }
    | { readonly kind: 'tick' }

  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({ kind: fc.constant('subscribe' as const), topic: fc.constantFrom(...names) }),
    fc.record({ kind: fc.constant('unsubscribe' as const), which: fc.nat(20) }),
    fc.record({ kind: fc.constant('tick' as const) }),
  )

  /** The subscriptions the server holds. Asserts that no topic is subscribed or unsubscribed twice. */
  function subscribedAt(client: ClientConnection): Set<string> {
    const topics = new Set<string>()
    for (const command of client.received) {
      const [cmd, topic = ''] = command.split(' ')
      if (cmd === 'sub') assert.ok(!topics.has(topic), `${topic} was subscribed twice`)
      if (cmd === 'unsub') assert.ok(topics.has(topic), `${topic} was unsubscribed twice`)
      if (cmd === 'sub') topics.add(topic)
      if (cmd === 'unsub') topics.delete(topic)
    }
    return topics
  }

  test('for any sequence of steps the server holds exactly the topics with a subscriber', async (context) => {
    const server = await startLiveServer(context)
    const { live, start, session, timers } = createLiveClient(context, server.url)
    session.token = 'A'
    await start()
    const [client] = server.clients
    assert.ok(client !== undefined)
    const agree = async (model: readonly { topic: string }[]) => {
      await roundTrip({ live, timers }, client)
      assert.deepEqual([...subscribedAt(client)].sort(), [...new Set(model.map(({ topic }) => topic))].sort())
    }
    await roundTrip({ live, timers }, client)
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const model: { topic: string; unsubscribe: () => void }[] = []
        for (const next of steps) {
          if (next.kind === 'subscribe')
            model.push({ topic: next.topic, unsubscribe: live.subscribe(next.topic, () => undefined) })
          else if (next.kind === 'unsubscribe')
            for (const { unsubscribe } of model.splice(next.which, 1)) unsubscribe()
          else await agree(model)
        }
        await agree(model)
        for (const { unsubscribe } of model) unsubscribe()
        await agree([])
      }),
      { numRuns: 100, endOnFailure: true },
    )
  })
})

describe('topic cache', () => {
  const row = fc.record({ Id: fc.nat(5), Bid: fc.nat(1_000) })
  const push = fc.record({ data: fc.array(row, { maxLength: 6 }), snapshot: fc.boolean() })

  test('caches the last DAY_MARKET row of each market since the last snapshot', () => {
    fc.assert(
      fc.property(fc.array(push), (pushes) => {
        const state = createTopicCache('DAY_MARKET')
        for (const one of pushes) state.update(one)
        const since = pushes
          .slice(
            Math.max(
              0,
              pushes.findLastIndex(({ snapshot }) => snapshot),
            ),
          )
          .flatMap(({ data }) => data)
        const expected = new Map(since.map((one) => [one.Id, one]))
        const known = new Map(
          ((state.snapshot()?.data ?? []) as { Id: number; Bid: number }[]).map((one) => [one.Id, one]),
        )
        assert.deepEqual(known, expected)
      }),
    )
  })

  test('a candle and the account figures replace the previous push', () => {
    for (const topic of ['KLINE.EURUSD', 'KLINE.EURUSD.5min', 'FOREX_TRADE']) {
      const state = createTopicCache(topic)
      assert.equal(state.snapshot(), undefined)
      state.update({ data: 1, snapshot: true })
      state.update({ data: 2, snapshot: false })
      assert.deepEqual(state.snapshot(), { data: 2, snapshot: true })
      state.clear()
      assert.equal(state.snapshot(), undefined)
    }
  })

  test('caches no closed orders and no unknown topics', () => {
    for (const topic of ['FOREX_CLOSED', 'SOMETHING_NEW']) {
      const state = createTopicCache(topic)
      state.update({ data: [1], snapshot: true })
      assert.equal(state.snapshot(), undefined)
    }
  })

  test('caches no rows of the wrong shape', () => {
    const state = createTopicCache('DAY_MARKET')
    for (const data of [null, 'x', 5, { Id: 1 }, [null, 5, 'x', [1]]]) state.update({ data, snapshot: true })
    assert.equal(state.snapshot(), undefined)
  })
})
