import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { quoteRow, tradeItem } from '#web/markets/market-fixtures.test.ts'
import { createQuoteStore, type QuoteStore } from '#web/markets/quote-store.ts'

/** A book, and a clock that stands still until it is moved. */
function surroundings() {
  const clock = { nowMs: 1_000_000 }
  const book = createQuoteStore({ now: () => clock.nowMs, schedule: (tell) => tell() })
  const later = () => {
    clock.nowMs += 60_000
  }
  return { book, later }
}

const bidOf = (book: QuoteStore, id = 1) => book.quote(id).getSnapshot()?.bid

describe('the newest quotes', () => {
  test('come from the list first, then from the pushes', () => {
    const { book } = surroundings()
    assert.equal(bidOf(book), undefined)
    book.applyList([tradeItem({ Bid: 1.1 })], book.requestTime())
    assert.equal(bidOf(book), 1.1)
    book.applyPush([quoteRow({ Bid: 1.2 })])
    assert.equal(bidOf(book), 1.2)
  })

  test('are told to those who look at that market, and only when they differ', () => {
    const { book } = surroundings()
    const told: number[] = []
    for (const id of [1, 2]) book.quote(id).subscribe(() => told.push(id))
    book.applyPush([quoteRow()])
    book.applyPush([quoteRow()])
    assert.deepEqual(told, [1])
    book.applyPush([quoteRow({ Ask: 1.0844 }), quoteRow({ Id: 2 })])
    assert.deepEqual(told, [1, 1, 2])
  })

  test('are not replaced by a list that was asked for before the last push, or right after it', () => {
    const { book, later } = surroundings()
    const asked = book.requestTime()
    later()
    book.applyPush([quoteRow({ Bid: 1.2 })])
    book.applyList([tradeItem({ Bid: 1.1 }), tradeItem({ Id: 2, Bid: 5 })], asked)
    assert.deepEqual([bidOf(book), bidOf(book, 2)], [1.2, 5])
    book.applyList([tradeItem({ Bid: 1.1 })], book.requestTime())
    assert.equal(bidOf(book), 1.2)
    later()
    book.applyList([tradeItem({ Bid: 1.3 })], book.requestTime())
    assert.equal(bidOf(book), 1.3)
  })

  test('keep the next opening that only a list tells, until the market opens', () => {
    const { book } = surroundings()
    const opening = () => book.quote(1).getSnapshot()?.nextOpenMs
    book.applyList([tradeItem({ MarketStatus: 0, NextOpen: 9 })], book.requestTime())
    book.applyPush([quoteRow({ MarketStatus: 0, Volume: 101 })])
    assert.equal(opening(), 9)
    const asked = book.requestTime()
    book.applyPush([quoteRow({ MarketStatus: 0, Bid: 7 })])
    book.applyList([tradeItem({ MarketStatus: 0, NextOpen: 10 })], asked)
    assert.deepEqual([bidOf(book), opening()], [7, 10])
    book.applyPush([quoteRow({ MarketStatus: 1 })])
    assert.equal(opening(), undefined)
  })

  test('tell when a market has closed, for nobody knows yet when it opens', () => {
    const { book } = surroundings()
    assert.equal(book.applyPush([quoteRow({ MarketStatus: 0 })]), false)
    assert.equal(book.applyPush([quoteRow({ MarketStatus: 1 })]), false)
    assert.equal(book.applyPush([quoteRow({ Id: 2 }), quoteRow({ MarketStatus: 0 })]), true)
    assert.equal(book.applyPush([quoteRow({ MarketStatus: 0 })]), false)
  })
})
