import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createTopicState } from '#web/live/topic-state.ts'

const row = fc.record({ Id: fc.nat(5), Bid: fc.nat(1_000) })
const push = fc.record({ data: fc.array(row, { maxLength: 6 }), snapshot: fc.boolean() })

test('the rows of DAY_MARKET are the last of each market since the last snapshot', () => {
  fc.assert(
    fc.property(fc.array(push), (pushes) => {
      const state = createTopicState('DAY_MARKET')
      for (const one of pushes) state.take(one)
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
        ((state.known()?.data ?? []) as { Id: number; Bid: number }[]).map((one) => [one.Id, one]),
      )
      assert.deepEqual(known, expected)
    }),
  )
})

test('a candle and the figures of an account replace the last ones', () => {
  for (const topic of ['KLINE.EURUSD', 'KLINE.EURUSD.5min', 'FOREX_TRADE']) {
    const state = createTopicState(topic)
    assert.equal(state.known(), undefined)
    state.take({ data: 1, snapshot: true })
    state.take({ data: 2, snapshot: false })
    assert.deepEqual(state.known(), { data: 2, snapshot: true })
    state.forget()
    assert.equal(state.known(), undefined)
  }
})

test('closed orders and topics we do not know are events, and are not told twice', () => {
  for (const topic of ['FOREX_CLOSED', 'SOMETHING_NEW']) {
    const state = createTopicState(topic)
    state.take({ data: [1], snapshot: true })
    assert.equal(state.known(), undefined)
  }
})

test('rows of the wrong shape are not remembered', () => {
  const state = createTopicState('DAY_MARKET')
  for (const data of [null, 'x', 5, { Id: 1 }, [null, 5, 'x', [1]]]) state.take({ data, snapshot: true })
  assert.equal(state.known(), undefined)
})
