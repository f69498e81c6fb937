import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { liveServer, liveTo, roundTrip, type Visit } from '#web/live/live-server.test.ts'

const names = ['DAY_MARKET', 'KLINE.EURUSD', 'KLINE.GBPUSD.5min', 'FOREX_CLOSED'] as const

type Step =
  | { readonly kind: 'subscribe'; readonly topic: string }
  | { readonly kind: 'leave'; readonly which: number }
  | { readonly kind: 'tick' }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('subscribe' as const), topic: fc.constantFrom(...names) }),
  fc.record({ kind: fc.constant('leave' as const), which: fc.nat(20) }),
  fc.record({ kind: fc.constant('tick' as const) }),
)

/** What the server must think by now; a topic subscribed twice or left unsubscribed is an error of the client. */
function subscribedAt(visit: Visit): Set<string> {
  const topics = new Set<string>()
  for (const said of visit.said) {
    const [cmd, topic = ''] = said.split(' ')
    if (cmd === 'sub') assert.ok(!topics.has(topic), `${topic} was subscribed twice`)
    if (cmd === 'unsub') assert.ok(topics.has(topic), `${topic} was left unsubscribed`)
    if (cmd === 'sub') topics.add(topic)
    if (cmd === 'unsub') topics.delete(topic)
  }
  return topics
}

test('whatever comes and goes, the server is subscribed to exactly the topics that have a subscriber', async (context) => {
  const server = await liveServer(context)
  const { live, start, session, timers } = liveTo(context, server.url)
  session.token = 'A'
  await start()
  const [visit] = server.visits
  assert.ok(visit !== undefined)
  const agree = async (model: readonly { topic: string }[]) => {
    await roundTrip({ live, timers }, visit)
    assert.deepEqual([...subscribedAt(visit)].sort(), [...new Set(model.map(({ topic }) => topic))].sort())
  }
  await roundTrip({ live, timers }, visit)
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const model: { topic: string; leave: () => void }[] = []
      for (const next of steps) {
        if (next.kind === 'subscribe')
          model.push({ topic: next.topic, leave: live.subscribe(next.topic, () => undefined) })
        else if (next.kind === 'leave') for (const { leave } of model.splice(next.which, 1)) leave()
        else await agree(model)
      }
      await agree(model)
      for (const { leave } of model) leave()
      await agree([])
    }),
    { numRuns: 100, endOnFailure: true },
  )
})
