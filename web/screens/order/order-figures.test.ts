import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { price } from '#core/money/amounts.ts'
import { canClosePart, targetDistance } from '#web/screens/order/order-figures.ts'

test('canClosePart needs a step that leaves at least the minimum lots', () => {
  const table: readonly (readonly [string, string, string, boolean])[] = [
    ['0.02', '0.01', '0.01', true],
    ['0.01', '0.01', '0.01', false],
    ['0.50', '0.10', '0.50', false],
    ['0.60', '0.10', '0.50', true],
    ['2.00', '1.00', '0.01', true],
    ['1.00', '1.00', '0.01', false],
  ]
  for (const [lots, lotStep, leastLots, can] of table)
    assert.equal(
      canClosePart({ lots, lotStep, leastLots }),
      can,
      `${lots} by ${lotStep}, at least ${leastLots}`,
    )
})

describe('targetDistance', () => {
  const quote = { bid: price(108_427), ask: price(108_435) }

  test('uses the ask for a buy', () => {
    assert.deepEqual(targetDistance({ side: 'buy', target: '1.08400' }, quote, 5), {
      now: '1.08435',
      distance: '-0.00035',
    })
  })

  test('uses the bid for a sell', () => {
    assert.deepEqual(targetDistance({ side: 'sell', target: '1.08500' }, quote, 5), {
      now: '1.08427',
      distance: '0.00073',
    })
  })

  test('is zero at the target', () => {
    assert.equal(targetDistance({ side: 'buy', target: '1.08435' }, quote, 5)?.distance, '0.00000')
  })

  test('is undefined without a quote', () => {
    assert.equal(targetDistance({ side: 'buy', target: '1.08400' }, undefined, 5), undefined)
  })
})
