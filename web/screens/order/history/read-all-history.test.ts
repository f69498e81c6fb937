import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { MyDealInput } from '#contract/calls/my-deal.ts'
import { orderWire } from '#test/browser/order/order-wire.ts'
import type { Call, CallRequest } from '#web/calls/call-request.ts'
import { mostRows, perPage, readAllHistory } from '#web/screens/order/history/read-all-history.ts'

/** A server with this many orders that are over, the newest having the highest number. */
function serverWith(countAt: (asked: number) => number) {
  const asked: Partial<MyDealInput>[] = []
  const call = (async ({ input }: CallRequest) => {
    const { page = 1, limit = 20 } = input as Partial<MyDealInput>
    const count = countAt(asked.length)
    asked.push(input as Partial<MyDealInput>)
    const first = count - (page - 1) * limit
    const ids = Array.from({ length: Math.max(0, Math.min(limit, first)) }, (_, at) => first - at)
    return {
      data: ids.map((Id) => orderWire({ Id, Status: 3 })),
      total: count,
      all_fact_profits: '0.000000',
    }
  }) as Call
  return { call, asked }
}

const read = (call: Call, onProgress: (done: number) => void = () => undefined) =>
  readAllHistory(call, {
    range: { kind: 'own', from: '', to: '' },
    nowMs: 0,
    signal: new AbortController().signal,
    onProgress,
  })

describe('the whole history', () => {
  test('is fetched page by page, and says how far it is', async () => {
    const { call, asked } = serverWith(() => 250)
    const progress: number[] = []
    const { orders, isCut } = await read(call, (done) => progress.push(done))
    assert.deepEqual(
      orders.map(({ id }) => id),
      Array.from({ length: 250 }, (_, at) => 250 - at),
    )
    assert.equal(isCut, false)
    assert.deepEqual(
      asked.map(({ status, page, limit }) => [status, page, limit]),
      [1, 2, 3].map((page) => [3, page, perPage]),
    )
    assert.deepEqual(progress, [0.4, 0.8])
  })

  test('has each order once, though one ends meanwhile', async () => {
    const { call } = serverWith((asked) => 150 + asked)
    const { orders } = await read(call)
    assert.equal(new Set(orders.map(({ id }) => id)).size, orders.length)
    assert.equal(orders.length, 150)
  })

  test('of none is one question', async () => {
    const { call, asked } = serverWith(() => 0)
    assert.deepEqual(await read(call), { orders: [], isCut: false })
    assert.equal(asked.length, 1)
  })

  test('ends at what one file may have, and says so', async () => {
    const { call, asked } = serverWith(() => mostRows + 1)
    const { orders, isCut } = await read(call)
    assert.equal(orders.length, mostRows)
    assert.equal(orders[0]?.id, mostRows + 1)
    assert.equal(isCut, true)
    assert.equal(asked.length, mostRows / perPage)
  })

  test('that fits exactly is not called cut', async () => {
    const { call } = serverWith(() => mostRows)
    assert.deepEqual((await read(call)).isCut, false)
  })

  test('that fails in the middle is no history at all', async () => {
    const { call } = serverWith(() => 250)
    const failing = ((request: CallRequest) =>
      (request.input as Partial<MyDealInput>).page === 2
        ? Promise.reject(new Error('no line'))
        : call(request)) as Call
    await assert.rejects(read(failing), /no line/)
  })
})
