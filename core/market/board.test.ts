import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createBoard, type LiveBoard } from '#core/market/board.ts'
import type { MarketState, Quote } from '#core/market/quote.ts'
import { markets } from '#db/seed/markets.ts'
import { perUnit, quoteOf, seeded } from '#test/margin/decimal-inputs.ts'

const eurusd = seeded('EURUSD').id

function tell(board: LiveBoard, quote: Quote): void {
  board.apply({ kind: 'quote', ...quote })
}

function turn(board: LiveBoard, state: MarketState, seq: number): void {
  board.apply({ kind: 'state', marketId: eurusd, state, timeMs: 0, seq })
}

function priceIn(board: LiveBoard, marketId: number) {
  const { state, quote } = board.now(marketId)
  return { state, quote }
}

describe('the board', () => {
  it('treats a market without events as closed', () => {
    const board = createBoard(markets, [])
    assert.deepEqual(priceIn(board, eurusd), { state: 'closed', quote: undefined })
    assert.equal(board.seq(), 0)
  })

  it('starts with the initial prices and the newest of their sequences', () => {
    const old = quoteOf('EURUSD', '1.08427', '1.08432', 41)
    const older = quoteOf('USDJPY', '150.000', '150.010', 12)
    const board = createBoard(markets, [
      { marketId: eurusd, state: 'open', quote: old },
      { marketId: seeded('USDJPY').id, state: 'closed', quote: older },
      { marketId: seeded('USDCHF').id, state: 'stale', quote: undefined },
    ])
    assert.deepEqual(priceIn(board, eurusd), { state: 'open', quote: old })
    assert.deepEqual(priceIn(board, seeded('USDJPY').id), { state: 'closed', quote: older })
    assert.deepEqual(priceIn(board, seeded('USDCHF').id), { state: 'stale', quote: undefined })
    assert.equal(board.seq(), 41)
  })

  it('applies events in order: a state keeps the quote, a quote keeps the state', () => {
    const board = createBoard(markets, [])
    const [first, second] = [
      quoteOf('EURUSD', '1.08427', '1.08432', 5),
      quoteOf('EURUSD', '1.08429', '1.08433', 7),
    ]
    tell(board, first)
    assert.deepEqual(priceIn(board, eurusd), { state: 'closed', quote: first })
    turn(board, 'open', 6)
    assert.deepEqual(priceIn(board, eurusd), { state: 'open', quote: first })
    tell(board, second)
    assert.deepEqual(priceIn(board, eurusd), { state: 'open', quote: second })
    turn(board, 'stale', 8)
    assert.deepEqual(priceIn(board, eurusd), { state: 'stale', quote: second })
    turn(board, 'closed', 9)
    assert.deepEqual(priceIn(board, eurusd), { state: 'closed', quote: second })
  })

  it('has the sequence of the last event of either kind', () => {
    const board = createBoard(markets, [])
    tell(board, quoteOf('EURUSD', '1.08427', '1.08432', 5))
    assert.equal(board.seq(), 5)
    turn(board, 'open', 6)
    assert.equal(board.seq(), 6)
  })

  it('changes a market by its own events only', () => {
    const board = createBoard(markets, [])
    tell(board, quoteOf('USDJPY', '150.000', '150.010', 5))
    assert.equal(board.now(eurusd).quote, undefined)
  })

  it('never changes a MarketNow already returned', () => {
    const board = createBoard(markets, [])
    tell(board, quoteOf('EURUSD', '1.08427', '1.08432', 5))
    const before = board.now(eurusd)
    tell(board, quoteOf('EURUSD', '2.00000', '2.00001', 6))
    assert.deepEqual(before.quote, quoteOf('EURUSD', '1.08427', '1.08432', 5))
  })

  it('returns the terms of a market, and undefined for an unknown one', () => {
    const board = createBoard(markets, [])
    assert.equal(board.market(eurusd)?.code, 'EURUSD')
    assert.equal(board.market(999_999), undefined)
    assert.deepEqual(priceIn(board, 999_999), { state: 'closed', quote: undefined })
  })

  it('accepts events of an unknown market', () => {
    const board = createBoard([], [])
    const quote = quoteOf('EURUSD', '1.08427', '1.08432', 5)
    tell(board, quote)
    assert.deepEqual(board.now(eurusd).quote, quote)
    assert.equal(board.rate('EUR'), undefined)
  })
})

describe('rates on the board', () => {
  it('are undefined before the first quote of the converting market, and follow it from then on', () => {
    const board = createBoard(markets, [])
    assert.equal(board.rate('EUR'), undefined)
    tell(board, quoteOf('EURUSD', '1.08000', '1.08002', 5))
    assert.equal(board.rate('EUR'), perUnit('1.08001'))
    assert.equal(board.rate('EUR'), perUnit('1.08001'))
    tell(board, quoteOf('EURUSD', '1.09000', '1.09002', 6))
    assert.equal(board.rate('EUR'), perUnit('1.09001'))
  })

  it('use the last quote in any market state', () => {
    const board = createBoard(markets, [])
    tell(board, quoteOf('EURUSD', '1.08000', '1.08002', 5))
    for (const state of ['open', 'stale', 'closed'] as const) {
      turn(board, state, 6)
      assert.equal(board.rate('EUR'), perUnit('1.08001'))
    }
  })

  it('of pounds and pence move together', () => {
    const board = createBoard(markets, [])
    tell(board, quoteOf('GBPUSD', '1.33000', '1.33000', 5))
    assert.deepEqual([board.rate('GBP'), board.rate('GBX')], [perUnit('1.33'), perUnit('0.0133')])
    tell(board, quoteOf('GBPUSD', '1.34000', '1.34000', 6))
    assert.deepEqual([board.rate('GBP'), board.rate('GBX')], [perUnit('1.34'), perUnit('0.0134')])
  })

  it('are 1 for the dollar and undefined for an unconvertible currency', () => {
    const board = createBoard([], [])
    assert.equal(board.rate('USD'), perUnit('1'))
    for (const currency of ['XXX', '', 'usd', 'constructor']) assert.equal(board.rate(currency), undefined)
  })
})

describe('a copy of the board', () => {
  it('keeps prices, rates, state and times when the board changes', () => {
    const board = createBoard(markets, [])
    turn(board, 'open', 4)
    tell(board, { ...quoteOf('EURUSD', '1.08000', '1.08002', 5), timeMs: 70 })
    const copy = board.copy()
    const before = board.now(eurusd)
    turn(board, 'stale', 6)
    tell(board, { ...quoteOf('EURUSD', '1.09000', '1.09002', 7), timeMs: 80 })
    assert.deepEqual(copy.now(eurusd), before)
    assert.deepEqual([copy.seq(), copy.tickMs(), copy.rate('EUR')], [5, 70, perUnit('1.08001')])
    assert.deepEqual([board.seq(), board.tickMs(), board.rate('EUR')], [7, 80, perUnit('1.09001')])
    assert.equal(copy.market(eurusd), board.market(eurusd))
  })
})

describe('a market on the board', () => {
  const quoteAt = (timeMs: number, seq: number): Quote => ({
    ...quoteOf('EURUSD', '1.08000', '1.08002', seq),
    timeMs,
  })
  const currency = (board: LiveBoard) => {
    const { isCurrent, waitFromMs, stateSeq } = board.now(eurusd)
    return [isCurrent, waitFromMs, stateSeq]
  }

  it('is not current after a start until it is open and quoted', () => {
    const board = createBoard(markets, [{ marketId: eurusd, state: 'open', quote: quoteAt(5, 1) }])
    assert.deepEqual(currency(board), [false, null, 0])
    assert.equal(board.tickMs(), 0)
    tell(board, quoteAt(1000, 2))
    assert.deepEqual(currency(board), [true, 1000, 0])
    assert.equal(board.tickMs(), 1000)
  })

  it('stops being current when it closes or goes stale, until it is open and quoted again', () => {
    const board = createBoard(markets, [])
    for (const state of ['closed', 'stale'] as const) {
      turn(board, 'open', 10)
      tell(board, quoteAt(1000, 11))
      turn(board, state, 12)
      assert.deepEqual(currency(board), [false, 1000, 12])
      tell(board, quoteAt(2000, 13))
      assert.equal(board.now(eurusd).isCurrent, false)
      turn(board, 'open', 14)
      assert.equal(board.now(eurusd).isCurrent, false)
    }
  })

  it('keeps the sequence of its last change when the same state is repeated', () => {
    const board = createBoard(markets, [{ marketId: eurusd, state: 'open', quote: quoteAt(5, 1) }])
    turn(board, 'open', 2)
    assert.equal(board.now(eurusd).stateSeq, 0)
    turn(board, 'stale', 3)
    turn(board, 'stale', 4)
    assert.equal(board.now(eurusd).stateSeq, 3)
  })

  it('starts a wait each time it becomes current, but at most once in five minutes', () => {
    const board = createBoard(markets, [])
    const starts = [1000, 2000, 300_999, 301_000, 600_999, 601_000].map((timeMs, at) => {
      turn(board, 'stale', 10 * at + 1)
      turn(board, 'open', 10 * at + 2)
      tell(board, quoteAt(timeMs, 10 * at + 3))
      return board.now(eurusd).waitFromMs
    })
    assert.deepEqual(starts, [1000, 1000, 1000, 301_000, 301_000, 601_000])
  })

  it('names the market that converts a currency', () => {
    const board = createBoard(markets, [])
    assert.equal(board.conversionMarket('EUR'), eurusd)
    assert.equal(board.conversionMarket('USD'), undefined)
    assert.equal(board.conversionMarket('XXX'), undefined)
  })
})
