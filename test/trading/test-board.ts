import assert from 'node:assert/strict'
import { createBoard, type LiveBoard } from '#core/market/board.ts'
import type { Market } from '#core/market/market.ts'
import type { MarketState, Quote } from '#core/market/quote.ts'
import { parsePrice } from '#core/money/amounts.ts'
import { markets } from '#db/seed/markets.ts'

/** Bid and ask as decimals, by market code. */
export type Prices = Readonly<Record<string, readonly [bid: string, ask: string]>>

export function marketOf(code: string): Market {
  const market = markets.find((one) => one.code === code)
  assert.ok(market, `no market ${code}`)
  return market
}

/** Parses a price of this market. */
export function priceOf(code: string, text: string) {
  const parsed = parsePrice(text, marketOf(code).pricePrecision)
  assert.ok(parsed.ok, `${text} is not a price of ${code}`)
  return parsed.amount
}

export type TestBoard = LiveBoard & {
  /** Publishes a quote and returns the previous one. */
  readonly quote: (code: string, bid: string, ask: string) => Quote | undefined
  readonly state: (code: string, state: MarketState) => void
  /** Advances the time of the next ticks. */
  readonly pass: (ms: number) => void
}

/** The board's events start after this time and are one second apart. */
export const firstTickMs = 3_600_000

/** Sources of the quotes by market code; `test` for all others. */
export type Sources = Readonly<Record<string, string>>

/** A board of the seeded markets, driven by the test. Markets with an initial price are open. */
export function createTestBoard(prices: Prices, sources: Sources = {}): TestBoard {
  const sourceOf = (code: string) => sources[code] ?? 'test'
  const board = createBoard(markets, [])
  let seq = 0
  let passedMs = 0
  const testBoard: TestBoard = {
    ...board,
    quote(code, bid, ask) {
      const { id } = marketOf(code)
      const before = board.now(id).quote
      seq += 1
      const sides = { bid: priceOf(code, bid), ask: priceOf(code, ask) }
      board.apply({
        kind: 'quote',
        marketId: id,
        ...sides,
        timeMs: firstTickMs + seq * 1000 + passedMs,
        seq,
        source: sourceOf(code),
      })
      return before
    },
    state(code, state) {
      seq += 1
      board.apply({
        kind: 'state',
        marketId: marketOf(code).id,
        state,
        timeMs: firstTickMs + seq * 1000 + passedMs,
        seq,
      })
    },
    pass(ms) {
      passedMs += ms
    },
  }
  // Markets with an initial price became current long ago, so that no account waits for the board.
  for (const [code, [bid, ask]] of Object.entries(prices)) {
    const { id } = marketOf(code)
    const sides = { bid: priceOf(code, bid), ask: priceOf(code, ask) }
    board.apply({ kind: 'state', marketId: id, state: 'open', timeMs: 1, seq: 0 })
    board.apply({ kind: 'quote', marketId: id, ...sides, timeMs: 1, seq: 0, source: sourceOf(code) })
  }
  for (const [code, [bid, ask]] of Object.entries(prices)) {
    testBoard.state(code, 'open')
    testBoard.quote(code, bid, ask)
  }
  return testBoard
}
