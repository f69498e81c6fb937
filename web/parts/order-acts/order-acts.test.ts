import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { drawnOrder } from '#test/chart/drawn-order.ts'
import { callFailure } from '#web/calls/call-failure.ts'
import type { Call, CallRequest } from '#web/calls/call-request.ts'
import { createOrderActs, mostHeld, unsettledKind } from '#web/parts/order-acts/order-acts.ts'
import { createValueStore } from '#web/platform/value-store.ts'
import type { StandingState } from '#web/portfolio/portfolio-types.ts'
import { createSession } from '#web/stores/session.ts'

type Sent = CallRequest & {
  readonly answer: (data: unknown) => void
  readonly lose: () => void
  readonly refuse: () => void
}

const half = { kind: 'close', input: { id: 4, cont: '0.25' } } as const
const all = { kind: 'close', input: { id: 4 } } as const
const stops = { kind: 'stops', input: { id: 4, stop_loss_price: '1.08', target_profit_price: '' } } as const
const lost = callFailure({ kind: 'transport', code: 'ERR_NETWORK', status: undefined })
const refused = callFailure({
  kind: 'refused',
  code: 0,
  msg: 'The market is closed.',
  reason: undefined,
  field: undefined,
  figures: {},
  data: null,
})

/** Somebody who is logged in; calls are answered by hand. */
function stage() {
  const sent: Sent[] = []
  const told: string[] = []
  const unseen: unknown[] = []
  const session = createSession({ read: () => 'token', write: () => undefined })
  const call = ((request: CallRequest) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const key = request.key ?? `key ${sent.length + 1}`
    sent.push({
      ...request,
      answer: resolve,
      refuse: () => reject(refused),
      lose: () => reject(callFailure({ kind: 'unknown', key, last: lost })),
    })
    return promise
  }) as Call
  const acts = createOrderActs({
    call,
    session,
    now: () => 0,
    tell: (market, ended) => void unseen.push([market, ended]),
    portfolio: {
      standing: createValueStore<StandingState>({
        status: 'ready',
        open: [drawnOrder({ id: 4 })],
        pending: [],
      }),
      expectEnd: (id) => {
        told.push(`expect ${id}`)
        return () => void told.push(`take back ${id}`)
      },
      refresh: async () => void told.push('refresh'),
    },
  })
  /** As a detail of the order that was opened just now. */
  const opened = (id = 4) => acts.of(id)
  return { acts, opened, sent, told, unseen, session }
}

async function loseAll(sent: Sent[], asked: Promise<unknown>) {
  sent.at(-1)?.lose()
  await asked
}

describe('what is done to an order', () => {
  test('is sent as it was meant, and everything is read anew', async () => {
    const { opened, sent, told } = stage()
    const asked = opened().run(all)
    sent[0]?.answer({ Id: 4, Rest: null })
    assert.deepEqual(await asked, { kind: 'close', answer: { Id: 4, Rest: null } })
    assert.deepEqual([sent[0]?.path, sent[0]?.input], ['/v1/api/forex/close', { id: 4 }])
    assert.deepEqual(told, ['expect 4', 'refresh'])
  })

  test('takes back that the order was going to end when nobody knows whether it does', async () => {
    const { opened, sent, told } = stage()
    await loseAll(sent, opened().run(all))
    assert.deepEqual(told, ['expect 4', 'take back 4', 'refresh'])
  })

  test('does not end an order of which a part is closed, or stops are set', async () => {
    const { opened, sent, told } = stage()
    await loseAll(sent, opened().run(half))
    await loseAll(sent, opened(5).run(stops))
    assert.deepEqual(told, ['refresh', 'refresh'])
  })

  test('is held for the order, not for the detail of it: opened again, the same is in doubt', async () => {
    const { opened, sent } = stage()
    await loseAll(sent, opened().run(half))
    opened().watch()()
    assert.equal(opened().getSnapshot().kind, 'unknown')
    assert.equal(await opened().run(all), undefined)
    const again = opened().askAgain()
    sent[1]?.answer({ Id: 20 })
    assert.deepEqual(await again, { kind: 'close', answer: { Id: 20 } })
    assert.deepEqual(
      sent.map(({ input, key }) => [input, key]),
      [
        [half.input, undefined],
        [half.input, 'key 1'],
      ],
    )
  })

  test('to one does not hinder another', async () => {
    const { opened, sent } = stage()
    await loseAll(sent, opened().run(half))
    void opened(5).run({ kind: 'close', input: { id: 5 } })
    assert.deepEqual([sent.length, opened(5).getSnapshot().kind], [2, 'busy'])
  })

  test('is given up with the detail where it was about stops, and forgotten where it is known', async () => {
    const { opened, sent } = stage()
    await loseAll(sent, opened().run(stops))
    opened().watch()()
    assert.equal(opened().getSnapshot().kind, 'idle')
  })

  test('under way cannot be left', () => {
    const { opened } = stage()
    void opened().run(stops)
    opened().watch()()
    assert.equal(opened().getSnapshot().kind, 'busy')
  })

  test('and refused while nobody looks is told with its market, and not kept for whoever comes later', async () => {
    const { opened, sent, unseen } = stage()
    const leave = opened().watch()
    const going = opened().run(half)
    leave()
    sent[0]?.refuse()
    await going
    assert.deepEqual(unseen, [['EUR/USD', { kind: 'refused', msg: 'The market is closed.' }]])
    assert.equal(opened().getSnapshot().kind, 'idle')
  })

  test('and in doubt while nobody looks is told, and can still be asked about', async () => {
    const { opened, sent, unseen } = stage()
    await loseAll(sent, opened(5).run(stops))
    assert.deepEqual(unseen, [[undefined, { kind: 'unknown' }]])
    assert.equal(opened(5).getSnapshot().kind, 'unknown')
  })

  test('is not told besides to whoever looks, also when they left and came back', async () => {
    const { opened, sent, unseen } = stage()
    const leave = opened().watch()
    const going = opened().run(half)
    leave()
    opened().watch()
    sent[0]?.refuse()
    await going
    assert.deepEqual([unseen, opened().getSnapshot().kind], [[], 'failed'])
  })

  test('while it is unsettled says what it is, so that nothing else takes it for its own', async () => {
    const { opened, sent } = stage()
    void opened().run(stops)
    assert.equal(unsettledKind(opened().getSnapshot()), 'stops')
    await loseAll(sent, opened(5).run(half))
    assert.equal(unsettledKind(opened(5).getSnapshot()), 'close')
    assert.equal(unsettledKind(opened(6).getSnapshot()), undefined)
  })

  test('is nothing to the next session', async () => {
    const { opened, sent, session } = stage()
    await loseAll(sent, opened().run(half))
    const going = opened(5).run({ kind: 'close', input: { id: 5 } })
    session.start('other')
    assert.deepEqual([opened().getSnapshot().kind, opened(5).getSnapshot().kind], ['idle', 'idle'])
    await loseAll(sent, going)
    assert.equal(opened(5).getSnapshot().kind, 'idle')
  })

  test('is held for a bounded number of orders', async () => {
    const { opened, sent } = stage()
    for (let id = 1; id <= mostHeld + 1; id += 1)
      await loseAll(sent, opened(id).run({ kind: 'close', input: { id, cont: '0.25' } }))
    const kinds = [1, 2, mostHeld + 1].map((id) => opened(id).getSnapshot().kind)
    assert.deepEqual(kinds, ['idle', 'unknown', 'unknown'])
  })
})
