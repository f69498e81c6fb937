import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { quoteRow, tradeItem } from '#test/web/market-fixtures.ts'
import { createQuoteStore, type QuoteStore } from '#web/markets/quote-store.ts'

/** A quote store with a clock that the test moves. */
function createFixture() {
  const clock = { nowMs: 1_000_000 }
  const quotes = createQuoteStore({ now: () => clock.nowMs, schedule: (notify) => notify() })
  const later = () => {
    clock.nowMs += 60_000
  }
  return { quotes, later }
}

const bidOf = (quotes: QuoteStore, id = 1) => quotes.quote(id).getSnapshot()?.bid

describe('quote store', () => {
  test('takes quotes from the list, then from pushes', () => {
    const { quotes } = createFixture()
    assert.equal(bidOf(quotes), undefined)
    quotes.applyList([tradeItem({ Bid: 1.1 })], quotes.requestTime())
    assert.equal(bidOf(quotes), 1.1)
    quotes.applyPush([quoteRow({ Bid: 1.2 })])
    assert.equal(bidOf(quotes), 1.2)
  })

  test('notifies subscribers of a market only if its quote differs', () => {
    const { quotes } = createFixture()
    const notified: number[] = []
    for (const id of [1, 2]) quotes.quote(id).subscribe(() => notified.push(id))
    quotes.applyPush([quoteRow()])
    quotes.applyPush([quoteRow()])
    assert.deepEqual(notified, [1])
    quotes.applyPush([quoteRow({ Ask: 1.0844 }), quoteRow({ Id: 2 })])
    assert.deepEqual(notified, [1, 1, 2])
  })

  test('ignores listed quotes requested before or right after the last push', () => {
    const { quotes, later } = createFixture()
    const requested = quotes.requestTime()
    later()
    quotes.applyPush([quoteRow({ Bid: 1.2 })])
    quotes.applyList([tradeItem({ Bid: 1.1 }), tradeItem({ Id: 2, Bid: 5 })], requested)
    assert.deepEqual([bidOf(quotes), bidOf(quotes, 2)], [1.2, 5])
    quotes.applyList([tradeItem({ Bid: 1.1 })], quotes.requestTime())
    assert.equal(bidOf(quotes), 1.2)
    later()
    quotes.applyList([tradeItem({ Bid: 1.3 })], quotes.requestTime())
    assert.equal(bidOf(quotes), 1.3)
  })

  test('keeps the next opening of a list until the market opens', () => {
    const { quotes } = createFixture()
    const opening = () => quotes.quote(1).getSnapshot()?.nextOpenMs
    quotes.applyList([tradeItem({ MarketStatus: 0, NextOpen: 9 })], quotes.requestTime())
    quotes.applyPush([quoteRow({ MarketStatus: 0, Volume: 101 })])
    assert.equal(opening(), 9)
    const requested = quotes.requestTime()
    quotes.applyPush([quoteRow({ MarketStatus: 0, Bid: 7 })])
    quotes.applyList([tradeItem({ MarketStatus: 0, NextOpen: 10 })], requested)
    assert.deepEqual([bidOf(quotes), opening()], [7, 10])
    quotes.applyPush([quoteRow({ MarketStatus: 1 })])
    assert.equal(opening(), undefined)
  })

  test('returns true when a market has just closed', () => {
    const { quotes } = createFixture()
    assert.equal(quotes.applyPush([quoteRow({ MarketStatus: 0 })]), false)
    assert.equal(quotes.applyPush([quoteRow({ MarketStatus: 1 })]), false)
    assert.equal(quotes.applyPush([quoteRow({ Id: 2 }), quoteRow({ MarketStatus: 0 })]), true)
    assert.equal(quotes.applyPush([quoteRow({ MarketStatus: 0 })]), false)
  })
})
