import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { marketOfItem } from '#contract/market-from-wire.ts'
import { tradeItem } from '#web/markets/market-fixtures.test.ts'
import { createSelection } from '#web/markets/selection.ts'
import { storedText } from '#web/stores/stored-text.ts'

const markets = ['AAPL', 'EURUSD', 'XAUUSD'].map((Code, at) => marketOfItem(tradeItem({ Id: at + 1, Code })))

function remembering(code?: string) {
  const stored = storedText(undefined, 'market')
  stored.write(code)
  return { stored, selection: createSelection(stored) }
}

describe('the selected market', () => {
  const table: readonly (readonly [string, string | undefined, readonly number[], number | undefined])[] = [
    ['is the one of the last visit', 'XAUUSD', [1, 2, 3], 3],
    ['is the euro at the first visit', undefined, [1, 2, 3], 2],
    ['is the euro where the remembered one is gone', 'GONE', [1, 2, 3], 2],
    ['is the first where there is no euro either', 'GONE', [1, 3], 1],
    ['is none where there are no markets', 'XAUUSD', [], undefined],
  ]
  for (const [what, code, ids, expected] of table) {
    test(what, () => {
      const { selection } = remembering(code)
      assert.equal(selection.selected.getSnapshot(), undefined)
      selection.setAvailable(markets.filter(({ id }) => ids.includes(id)))
      assert.equal(selection.selected.getSnapshot(), expected)
    })
  }

  test('stays the same when the list comes again, and is remembered by its code', () => {
    const { stored, selection } = remembering()
    selection.setAvailable(markets)
    selection.select(1)
    selection.setAvailable([...markets].reverse())
    assert.deepEqual([selection.selected.getSnapshot(), stored.read()], [1, 'AAPL'])
  })

  test('may be chosen before the list has come', () => {
    const { stored, selection } = remembering('EURUSD')
    selection.select(3)
    assert.equal(selection.selected.getSnapshot(), 3)
    selection.setAvailable(markets)
    assert.deepEqual([selection.selected.getSnapshot(), stored.read()], [3, 'XAUUSD'])
  })

  test('is another one once it is no longer on offer', () => {
    const { selection } = remembering('AAPL')
    selection.setAvailable(markets)
    selection.setAvailable(markets.filter(({ id }) => id !== 1))
    assert.equal(selection.selected.getSnapshot(), 2)
  })
})
