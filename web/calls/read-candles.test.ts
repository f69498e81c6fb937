import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kline, mostCandles } from '#contract/calls/market.ts'
import { answeringServer, callerTo, envelope } from '#web/calls/answering-server.test.ts'
import { largestPage, readCandles } from '#web/calls/read-candles.ts'

test('candles are asked for at the path of the contract, in its words', async (context) => {
  const server = await answeringServer(context, envelope(1, '', []))
  const { call } = callerTo(server.origin)
  await readCandles(call, { marketId: 7, period: '5min', limit: 30 })
  await readCandles(call, { marketId: 7, period: '5min', beforeMs: 1_700_000_000_000, limit: largestPage })
  assert.deepEqual(
    server.seen.map(({ verb, path }) => [verb, path]),
    Array(2).fill(['GET', kline.path]),
  )
  const asked = server.seen.map(({ query }) =>
    ['forex_id', 'period', 'before', 'limit'].map((name) => query.get(name)),
  )
  assert.deepEqual(asked, [
    ['7', '5min', null, '30'],
    ['7', '5min', '1700000000000', '500'],
  ])
})

test('no page is larger than the server gives', () => {
  assert.equal(largestPage, mostCandles)
})

test('a failure is told to the caller and to nobody else', async (context) => {
  const server = await answeringServer(context, envelope(0, 'No.'))
  const caller = callerTo(server.origin)
  await assert.rejects(readCandles(caller.call, { marketId: 1, period: '1day', limit: 1 }))
  assert.deepEqual(caller.toasts, [])
})
