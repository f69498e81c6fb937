import type { Candle } from '#core/candle/candle.ts'
import type { Period } from '#core/candle/period.ts'
import type { Category, Market } from '#core/market/market.ts'
import type { MarketView } from '#core/market/market-view.ts'
import type { Price } from '#core/money/price.ts'

/** Candles of one market, newest last, all begun before `beforeMs` where it is given. */
export type CandleQuestion = {
  readonly marketId: number
  readonly period: Period
  readonly beforeMs?: number | undefined
  readonly limit: number
}

/** What other rooms may ask about markets. All but `candles` answer from memory. */
export type MarketData = {
  /** In the order in which they are shown. */
  readonly categories: readonly Category[]
  readonly markets: readonly Market[]
  readonly view: (marketId: number) => MarketView | undefined
  /** One for each market, in the same order. */
  readonly views: () => readonly MarketView[]
  /** The candle in progress, or the last one there was. */
  readonly currentCandle: (marketId: number, period: Period) => Candle | undefined
  /** About 48 closes of the 24 hours that end at the last quote, oldest first. */
  readonly sparkline: (marketId: number) => readonly Price[]
  readonly candles: (question: CandleQuestion) => Promise<readonly Candle[]>
}
