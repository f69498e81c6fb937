import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createBoard } from '#core/market/board.ts'
import { price } from '#core/money/amounts.ts'
import { markets } from '#db/seed/markets.ts'
import { createDeferredAccounts } from '#server/engine/deferred-accounts.ts'
import type { QuoteDecision } from '#server/engine/execute-command.ts'
import { createBatch } from '#server/engine/writer/batch.ts'
import { openOrder } from '#test/engine/sample-orders.ts'
import { marketOf } from '#test/trading/test-board.ts'

const [eurUsd, usdJpy, eurJpy, gbpUsd] = ['EURUSD', 'USDJPY', 'EURJPY', 'GBPUSD'].map(marketOf)
const ids = { eurUsd: eurUsd?.id ?? 0, usdJpy: usdJpy?.id ?? 0, gbpUsd: gbpUsd?.id ?? 0 }
const userId = 7
const nothing: QuoteDecision = { kind: 'nothing' }
const batch = createBatch()

/** One account with orders in EUR/USD and EUR/JPY, whose decisions are given: one for each evaluation, then none. */
function createFixture(...decisions: readonly QuoteDecision[]) {
  const board = createBoard(markets, [])
  const left = [...decisions]
  /** Sequence numbers of the boards that the account was evaluated on. */
  const seqs: number[] = []
  const marked: string[] = []
  let isFrozen = false
  let seq = 0
  const orders = [eurUsd, eurJpy].map((market, at) =>
    openOrder({
      id: at + 1,
      userId,
      marketId: market?.id ?? 0,
      terms: { ...openOrder({ id: 1, userId }).terms, quoteCurrency: market?.quoteCurrency ?? '' },
    }),
  )
  const account = { orders: new Map(orders.map((order) => [order.id, order])) }
  const deferred = createDeferredAccounts({
    board,
    accounts: { get: () => account as never },
    triggers: {
      markDirty: () => void marked.push('dirty'),
      watch: () => void marked.push('watched'),
    },
    decide(_, prices) {
      seqs.push(prices.seq())
      return left.shift() ?? nothing
    },
    guarded: (_, act) => (isFrozen ? undefined : act()),
  })
  return {
    deferred,
    seqs,
    marked,
    freeze() {
      isFrozen = true
    },
    /** Changes the board without keeping the quote. */
    move(marketId: number): void {
      seq += 1
      const sides = { bid: price(100_000 + seq), ask: price(100_010 + seq) }
      board.apply({ kind: 'quote', marketId, ...sides, timeMs: seq, seq, source: 'test' })
    },
    quote(marketId: number) {
      this.move(marketId)
      return deferred.keepQuote({ marketId, before: null })
    },
  }
}

test('deferred accounts are evaluated in the order in which they were added', () => {
  const { deferred } = createFixture()
  const kept = deferred.keepQuote({ marketId: 1, before: null })
  for (const id of [5, 3, 4]) kept.add(id)
  deferred.catchUpNext(batch)
  deferred.catchUp(3, batch)
  deferred.keepQuote({ marketId: 1, before: null }).add(5)
  const left = () => [3, 4, 5].filter(deferred.has)
  assert.deepEqual(left(), [4, 5])
  deferred.catchUpNext(batch)
  assert.deepEqual(left(), [5])
  deferred.catchUpNext(batch)
  deferred.keepQuote({ marketId: 1, before: null }).add(4)
  deferred.catchUpNext(batch)
  assert.deepEqual(left(), [])
})

describe('a deferred account', () => {
  test('is evaluated on its first quote and on those of its markets, in order, then watched', () => {
    const fixture = createFixture()
    fixture.quote(ids.gbpUsd).add(userId)
    // The last one converts yen.
    for (const id of [ids.gbpUsd, ids.eurUsd, ids.gbpUsd, ids.usdJpy]) fixture.quote(id)
    fixture.move(ids.eurUsd)
    fixture.deferred.catchUp(userId, batch)
    assert.deepEqual([fixture.seqs, fixture.marked], [[1, 3, 5], ['watched']])
    assert.equal(fixture.deferred.isEmpty(), true)
  })

  const due: readonly (readonly [string, QuoteDecision])[] = [
    ['changed', { kind: 'changed' }],
    ['had no open market to close out in', { kind: 'nothing', hasNoOpenMarket: true }],
    ['waited for the board', { kind: 'nothing', boardWait: { marketId: 1, untilMs: 9 } }],
  ]
  for (const [what, decision] of due) {
    test(`that ${what} is evaluated on the next quote of any market`, () => {
      const fixture = createFixture(decision)
      fixture.quote(ids.eurUsd).add(userId)
      for (const id of [ids.gbpUsd, ids.gbpUsd]) fixture.quote(id)
      fixture.deferred.catchUp(userId, batch)
      assert.deepEqual([fixture.seqs, fixture.marked], [[1, 2], ['watched']])
    })

    test(`that ${what} on the last quote is selected on the next one`, () => {
      const fixture = createFixture(decision)
      fixture.quote(ids.eurUsd).add(userId)
      fixture.deferred.catchUp(userId, batch)
      assert.deepEqual([fixture.seqs, fixture.marked], [[1], ['dirty']])
    })
  }

  test('is evaluated on the next quote of any market after a skipped price', () => {
    const fixture = createFixture()
    fixture.quote(ids.eurUsd).add(userId)
    fixture.move(ids.eurUsd)
    fixture.deferred.skipQuote()
    fixture.quote(ids.gbpUsd)
    fixture.move(ids.eurUsd)
    fixture.deferred.skipQuote()
    fixture.deferred.catchUp(userId, batch)
    assert.deepEqual([fixture.seqs, fixture.marked], [[1, 3], ['dirty']])
  })

  test('is evaluated once, although later quotes select it again', () => {
    const fixture = createFixture()
    for (const id of [ids.eurUsd, ids.eurUsd]) fixture.quote(id).add(userId)
    fixture.deferred.catchUpNext(batch)
    fixture.deferred.catchUpNext(batch)
    fixture.deferred.catchUp(userId, batch)
    assert.deepEqual([fixture.seqs, fixture.marked], [[1, 2], ['watched']])
  })

  test('that is frozen meanwhile is not evaluated', () => {
    const fixture = createFixture()
    fixture.quote(ids.eurUsd).add(userId)
    fixture.freeze()
    fixture.deferred.catchUp(userId, batch)
    assert.deepEqual([fixture.seqs, fixture.marked, fixture.deferred.isEmpty()], [[], [], true])
  })

  test('that is dropped is selected on the next quote instead', () => {
    const fixture = createFixture()
    fixture.quote(ids.eurUsd).add(userId)
    fixture.deferred.drop()
    fixture.deferred.catchUp(userId, batch)
    assert.deepEqual([fixture.seqs, fixture.marked, fixture.deferred.has(userId)], [[], ['dirty'], false])
  })
})

test('the number of kept quotes is limited, and counts from the account that has waited longest', () => {
  const { deferred } = createFixture()
  const keep = (count: number) =>
    Array.from({ length: count }, () => deferred.keepQuote({ marketId: 1, before: null }))
  keep(1)[0]?.add(userId)
  keep(2046)
    .at(-1)
    ?.add(userId + 1)
  assert.equal(deferred.isFull(), false)
  keep(1)
  assert.equal(deferred.isFull(), true)
  deferred.catchUp(userId, batch)
  assert.equal(deferred.isFull(), false)
})
