import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { orderTerms } from '#core/order/order.ts'
import { markets } from '#db/seed/markets.ts'
import { createScanTriggers } from '#server/engine/triggers/scan-triggers.ts'
import { openOrder } from '#test/engine/sample-orders.ts'
import { marketOf } from '#test/trading/test-board.ts'

const [eurUsd, usdJpy, eurJpy] = [marketOf('EURUSD'), marketOf('USDJPY'), marketOf('EURJPY')]
const inYen = openOrder({ id: 1, userId: 7, marketId: eurJpy.id, terms: orderTerms(eurJpy, 'per_lot') })
const inDollars = openOrder({ id: 2, userId: 8, marketId: eurUsd.id })

describe('scan triggers', () => {
  test('select the users with an active order in the market or converted at its price', () => {
    const triggers = createScanTriggers({ markets, usersWithOrders: () => [] })
    triggers.orderUpserted(0, inYen)
    triggers.orderUpserted(1, inDollars)
    assert.deepEqual(
      [eurUsd, usdJpy, eurJpy].map(({ id }) => [...triggers.accountsToCheck(id)]),
      [[8], [7], [7]],
    )
    triggers.orderRemoved(0, inYen)
    assert.deepEqual(
      [eurUsd, usdJpy, eurJpy].map(({ id }) => [...triggers.accountsToCheck(id)]),
      [[8], [], []],
    )
  })

  test('select dirty accounts once, on the next quote of any market', () => {
    const triggers = createScanTriggers({ markets, usersWithOrders: () => [7, 8] })
    triggers.orderUpserted(0, inYen)
    triggers.markDirty(9)
    assert.deepEqual([...triggers.accountsToCheck(eurUsd.id)], [9])
    triggers.markMarketDirty(usdJpy.id)
    assert.deepEqual([...triggers.accountsToCheck(eurUsd.id)], [7])
    triggers.markAllMarketsDirty()
    assert.deepEqual([...triggers.accountsToCheck(eurUsd.id)], [7, 8])
    assert.deepEqual([...triggers.accountsToCheck(eurUsd.id)], [])
  })

  test('are empty after clear', () => {
    const triggers = createScanTriggers({ markets, usersWithOrders: () => [7] })
    triggers.orderUpserted(0, inYen)
    triggers.markDirty(9)
    triggers.markAllMarketsDirty()
    triggers.clear()
    assert.deepEqual([...triggers.accountsToCheck(eurJpy.id)], [])
  })
})
