import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { storedText } from '#browser/storage/stored-text.ts'
import { marketOfItem } from '#contract/market-from-wire.ts'
import { tradeItem } from '#test/web/market-fixtures.ts'
import { createSelection } from '#web/markets/selection.ts'

const markets = ['AAPL', 'EURUSD', 'XAUUSD'].map((Code, at) => marketOfItem(tradeItem({ Id: at + 1, Code })))

function createFixture(code?: string) {
  const stored = storedText(undefined, 'market')
  stored.write(code)
  return { stored, selection: createSelection(stored) }
}

describe('the selected market', () => {
  const table: readonly (readonly [string, string | undefined, readonly number[], number | undefined])[] = [
    ['is the stored one', 'XAUUSD', [1, 2, 3], 3],
    ['is EURUSD on the first visit', undefined, [1, 2, 3], 2],
    ['is EURUSD if the stored one is gone', 'GONE', [1, 2, 3], 2],
    ['is the first market without EURUSD', 'GONE', [1, 3], 1],
    ['is undefined without markets', 'XAUUSD', [], undefined],
  ]
  for (const [what, code, ids, expected] of table) {
    test(what, () => {
      const { selection } = createFixture(code)
      assert.equal(selection.selected.getSnapshot(), undefined)
      selection.setAvailable(markets.filter(({ id }) => ids.includes(id)))
      assert.equal(selection.selected.getSnapshot(), expected)
    })
  }

  test('stays when the list is loaded again, and is stored by its code', () => {
    const { stored, selection } = createFixture()
    selection.setAvailable(markets)
    selection.select(1)
    selection.setAvailable([...markets].reverse())
    assert.deepEqual([selection.selected.getSnapshot(), stored.read()], [1, 'AAPL'])
  })

  test('may be set before the list is loaded', () => {
    const { stored, selection } = createFixture('EURUSD')
    selection.select(3)
    assert.equal(selection.selected.getSnapshot(), 3)
    selection.setAvailable(markets)
    assert.deepEqual([selection.selected.getSnapshot(), stored.read()], [3, 'XAUUSD'])
  })

  test('changes when the market is removed', () => {
    const { selection } = createFixture('AAPL')
    selection.setAvailable(markets)
    selection.setAvailable(markets.filter(({ id }) => id !== 1))
    assert.equal(selection.selected.getSnapshot(), 2)
  })
})
