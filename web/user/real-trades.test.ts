import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Call } from '#browser/calls/call-request.ts'
import { createBasicInfo } from '#web/user/basic-info.ts'
import { createRealTrades } from '#web/user/real-trades.ts'

/** Answers each call with the next value; undefined fails. */
function answering(...values: readonly (number | undefined)[]): {
  readonly call: Call
  readonly count: () => number
} {
  let count = 0
  const call = async () => {
    const value = values[count]
    count += 1
    if (value === undefined) throw new Error('no answer')
    return { real_trades: value }
  }
  return { call: call as unknown as Call, count: () => count }
}

describe('real trades', () => {
  test('are unknown until the server answers, and stay as they are without an answer', async () => {
    const { call } = answering(0, undefined, 1)
    const realTrades = createRealTrades({ basicInfo: createBasicInfo(call), hasSimulatedPrices: true })
    const seen: (boolean | undefined)[] = [realTrades.getSnapshot()]
    for (let round = 0; round < 3; round += 1) {
      await realTrades.refresh()
      seen.push(realTrades.getSnapshot())
    }
    assert.deepEqual(seen, [undefined, false, false, true])
  })

  test('are asked for once by several forms that are shown together', async () => {
    const { call, count } = answering(0, 1)
    const realTrades = createRealTrades({ basicInfo: createBasicInfo(call), hasSimulatedPrices: true })
    await Promise.all([realTrades.refresh(), realTrades.refresh()])
    assert.equal(count(), 1)
    await realTrades.refresh()
    assert.deepEqual([count(), realTrades.getSnapshot()], [2, true])
  })

  test('are on without a call if prices are real', async () => {
    const { call, count } = answering(0)
    const realTrades = createRealTrades({ basicInfo: createBasicInfo(call), hasSimulatedPrices: false })
    await realTrades.refresh()
    assert.deepEqual([realTrades.getSnapshot(), count()], [true, 0])
  })
})
