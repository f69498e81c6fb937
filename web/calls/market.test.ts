import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Call } from '#browser/calls/call-request.ts'
import { abbreviatedKline, categories, kline, maxCandles, tradeList } from '#contract/calls/market.ts'
import { callerTo, envelope, startTestServer } from '#test/fakes/call-server.ts'
import {
  maxCandlesPerPage,
  maxSearchLength,
  readCandles,
  readCategories,
  readMarkets,
  readSparklines,
} from '#web/calls/market.ts'

describe('market list', () => {
  const reads: readonly (readonly [string, { readonly path: string }, (call: Call) => Promise<unknown>])[] = [
    ['markets', tradeList, readMarkets],
    ['categories', categories, readCategories],
    ['sparklines', abbreviatedKline, readSparklines],
  ]

  for (const [what, call, read] of reads) {
    test(`${what}: reads the path of the contract and shows no toast on failure`, async (context) => {
      const server = await startTestServer(context, envelope(1, '', ['data']), envelope(0, 'No.'))
      const caller = callerTo(server.origin)
      assert.deepEqual(await read(caller.call), ['data'])
      assert.deepEqual([server.received[0]?.verb, server.received[0]?.path], ['GET', call.path])
      await assert.rejects(read(caller.call))
      assert.deepEqual(caller.toasts, [])
    })
  }

  test('sends the search, cut to the maximum length', async (context) => {
    const server = await startTestServer(context, envelope(1, '', []))
    const { call } = callerTo(server.origin)
    await readMarkets(call)
    await readMarkets(call, { search: '黃金' })
    await readMarkets(call, { search: 'x'.repeat(maxSearchLength + 1) })
    const searches = server.received.map(({ query }) => query.get('searchCurrency'))
    assert.deepEqual(searches, [null, '黃金', 'x'.repeat(maxSearchLength)])
  })
})

describe('candles', () => {
  test('reads candles with the path and parameters of the contract', async (context) => {
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
      server.received.map(({ verb, path }) => [verb, path]),
      Array(2).fill(['GET', kline.path]),
    )
    const queries = server.received.map(({ query }) =>
      ['forex_id', 'period', 'before', 'limit'].map((name) => query.get(name)),
    )
    assert.deepEqual(queries, [
      ['7', '5min', null, '30'],
      ['7', '5min', '1700000000000', '500'],
    ])
  })

  test('requests no more candles than the server returns per page', () => {
    assert.equal(maxCandlesPerPage, maxCandles)
  })

  test('rejects on failure without a toast', async (context) => {
    const server = await startTestServer(context, envelope(0, 'No.'))
    const caller = callerTo(server.origin)
    await assert.rejects(readCandles(caller.call, { marketId: 1, period: '1day', limit: 1 }))
    assert.deepEqual(caller.toasts, [])
  })
})
