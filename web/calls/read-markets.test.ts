import assert from 'node:assert/strict'
import { test } from 'node:test'
import { abbreviatedKline, categories, tradeList } from '#contract/calls/market.ts'
import { answeringServer, callerTo, envelope } from '#web/calls/answering-server.test.ts'
import type { Call } from '#web/calls/call-request.ts'
import { readCategories } from '#web/calls/read-categories.ts'
import { readSparklines } from '#web/calls/read-sparklines.ts'
import { longestSearch, readTradeList } from '#web/calls/read-trade-list.ts'

const reads: readonly (readonly [string, { readonly path: string }, (call: Call) => Promise<unknown>])[] = [
  ['the markets', tradeList, readTradeList],
  ['the categories', categories, readCategories],
  ['the small charts', abbreviatedKline, readSparklines],
]

for (const [what, call, read] of reads) {
  test(`${what} are read at the path of the contract, without a word when it fails`, async (context) => {
    const server = await answeringServer(context, envelope(1, '', ['data']), envelope(0, 'No.'))
    const caller = callerTo(server.origin)
    assert.deepEqual(await read(caller.call), ['data'])
    assert.deepEqual([server.seen[0]?.verb, server.seen[0]?.path], ['GET', call.path])
    await assert.rejects(read(caller.call))
    assert.deepEqual(caller.toasts, [])
  })
}

test('a search goes along, cut to what the server takes', async (context) => {
  const server = await answeringServer(context, envelope(1, '', []))
  const { call } = callerTo(server.origin)
  await readTradeList(call)
  await readTradeList(call, { search: '黃金' })
  await readTradeList(call, { search: 'x'.repeat(longestSearch + 1) })
  const searches = server.seen.map(({ query }) => query.get('searchCurrency'))
  assert.deepEqual(searches, [null, '黃金', 'x'.repeat(longestSearch)])
})
