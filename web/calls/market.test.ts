import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { abbreviatedKline, categories, kline, maxCandles, tradeList } from '#contract/calls/market.ts'
import type { Call } from '#web/calls/call-request.ts'
import {
  maxCandlesPerPage,
  maxSearchLength,
  readCandles,
  readCategories,
  readMarkets,
  readSparklines,
} from '#web/calls/market.ts'
import { callerTo, envelope, startTestServer } from '#web/calls/test-server.test.ts'

describe('read markets', () => {
  const reads: readonly (readonly [string, { readonly path: string }, (call: Call) => Promise<unknown>])[] = [
    ['the markets', tradeList, readMarkets],
    ['the categories', categories, readCategories],
    ['the small charts', abbreviatedKline, readSparklines],
  ]

  for (const [what, call, read] of reads) {
    test(`${what} are read at the path of the contract, without a word when it fails`, async (context) => {
      const server = await startTestServer(context, envelope(1, '', ['data']), envelope(0, 'No.'))
      const caller = callerTo(server.origin)
      assert.deepEqual(await read(caller.call), ['data'])
      assert.deepEqual([server.seen[0]?.verb, server.seen[0]?.path], ['GET', call.path])
      await assert.rejects(read(caller.call))
      assert.deepEqual(caller.toasts, [])
    })
  }

  test('a search goes along, cut to what the server takes', async (context) => {
    const server = await startTestServer(context, envelope(1, '', []))
    const { call } = callerTo(server.origin)
    await readMarkets(call)
    await readMarkets(call, { search: '黃金' })
    await readMarkets(call, { search: 'x'.repeat(maxSearchLength + 1) })
    const searches = server.seen.map(({ query }) => query.get('searchCurrency'))
    assert.deepEqual(searches, [null, '黃金', 'x'.repeat(maxSearchLength)])
  })
})

describe('read candles', () => {
  test('candles are asked for at the path of the contract, in its words', async (context) => {
    const server = await startTestServer(context, envelope(1, '', []))
    const { call } = callerTo(server.origin)
    await readCandles(call, { marketId: 7, period: '5min', limit: 30 })
    await readCandles(call, {
      marketId: 7,
      period: '5min',
      beforeMs: 1_700_000_000_000,
      limit: maxCandlesPerPage,
    })
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
    assert.equal(maxCandlesPerPage, maxCandles)
  })

  test('a failure is told to the caller and to nobody else', async (context) => {
    const server = await startTestServer(context, envelope(0, 'No.'))
    const caller = callerTo(server.origin)
    await assert.rejects(readCandles(caller.call, { marketId: 1, period: '1day', limit: 1 }))
    assert.deepEqual(caller.toasts, [])
  })
})
