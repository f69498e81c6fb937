import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { price } from '#core/money/amounts.ts'
import type { EngineParts } from '#server/engine/engine.ts'
import { marketOf } from '#test/trading/test-board.ts'
import { plainTicket } from '#test/trading/trader.ts'
import { createEventCounts } from '#test/trading-day/event-counts.ts'
import type { CommitResult } from '#test/trading-day/memory-store.ts'
import { createSideBySide, type SideBySide } from '#test/trading-day/side-by-side.ts'

const market = marketOf('EURUSD')
/** Each has an order that ends with a transfer: two rows, of which a slice takes 16. */
const users = 12
const oneAccount: EngineParts['sliceLimits'] = { ms: 0, rows: 1 }

function pairOf(bid: number) {
  return { bid: price(bid), ask: price(bid + 15) }
}

/** Every user has bought, with the same stop loss. */
async function createStopped(sliceLimits?: EngineParts['sliceLimits']): Promise<SideBySide> {
  const day = createSideBySide({
    markets: [market],
    feeMode: 'per_lot',
    counts: createEventCounts(),
    ...(sliceLimits === undefined ? {} : { sliceLimits }),
  })
  await day.start()
  await day.quote(market.id, pairOf(110_000))
  await day.state(market.id, 'open')
  const ticket = { ...plainTicket, lots: '0.10', stopLoss: '1.09000' }
  for (let userId = 1; userId <= users; userId += 1) {
    await day.register({ userId, isDemo: true }, true)
    await day.submit({ userId, isDemo: true }, { kind: 'open_order', ticket })
  }
  return day
}

function countClosed({ tables }: SideBySide): number {
  return [...tables.orders.values()].filter(({ status }) => status === 'closed').length
}

describe('a quote that ends more orders than a slice takes', () => {
  const rows: readonly (readonly [EngineParts['sliceLimits'], CommitResult, closed: number])[] = [
    [undefined, 'reply_lost', 8],
    [undefined, 'written_before_next_lease', 8],
    [undefined, 'failed', 0],
    [oneAccount, 'reply_lost', 1],
    [oneAccount, 'written_before_next_lease', 1],
    [oneAccount, 'fenced_by_next_lease', 0],
  ]
  for (const [limits, commitResult, closed] of rows) {
    const slice = limits === undefined ? 'default slices' : 'slices of one account'
    test(`ends ${closed} of ${users}, with ${slice} and a commit that is ${commitResult}`, async () => {
      const day = await createStopped(limits)
      await day.quote(market.id, pairOf(108_000), commitResult)
      assert.equal(countClosed(day), closed)
      day.compare()
      // Above the stop: an account that was not evaluated in time keeps its order.
      await day.quote(market.id, pairOf(109_500))
      assert.equal(countClosed(day), closed)
      day.compare()
      await day.quote(market.id, pairOf(108_500))
      assert.equal(countClosed(day), users)
      day.compare()
      await day.stop()
    })
  }

  test('must end all of them if its commit succeeds', async () => {
    for (const limits of [undefined, oneAccount]) {
      const day = await createStopped(limits)
      await day.quote(market.id, pairOf(108_000))
      assert.equal(countClosed(day), users)
      day.compare()
      await day.stop()
    }
  })
})
