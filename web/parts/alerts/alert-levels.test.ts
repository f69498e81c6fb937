import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { price } from '#core/money/amounts.ts'
import { alertLevels, changeLevels } from '#web/parts/alerts/alert-levels.ts'

describe('levels of a change', () => {
  const table: readonly (readonly [string, number, number, number | undefined, number])[] = [
    ['half a percent of 1.08400', 108_400, 50, 107_858, 108_942],
    ['a part of a step: the next full one', 108_427, 1, 108_416, 108_438],
    ['less than a step: one step', 9_999, 1, 9_998, 10_000],
    ['everything: no lower level', 108_427, 10_000, undefined, 216_854],
  ]
  for (const [name, base, hundredths, down, up] of table)
    test(name, () => assert.deepEqual(changeLevels(price(base), hundredths), { down, up }))
})

describe('levels of an alert', () => {
  const none = { price: null, percent: null, base: null }

  test('of above and below are their price', () => {
    assert.deepEqual(alertLevels({ ...none, condition: 'above', price: '1.085' }, 5), ['1.08500'])
    assert.deepEqual(alertLevels({ ...none, condition: 'below', price: '1.08' }, 5), ['1.08000'])
  })
  test('of a change are above and below its base', () => {
    const change = { condition: 'change', price: null, percent: '0.50', base: '1.08400' } as const
    assert.deepEqual(alertLevels(change, 5), ['1.08942', '1.07858'])
  })
  test('are missing for an unreadable price', () => {
    assert.deepEqual(alertLevels({ ...none, condition: 'above', price: '1.084271' }, 5), [])
    assert.deepEqual(alertLevels({ ...none, condition: 'change', percent: '0.50', base: null }, 5), [])
  })
})
