import type { Candle } from '#core/candle/candle.ts'
import { mulDiv } from '#core/money/mul-div.ts'
import type { Price } from '#core/money/price.ts'

/** The rolling 24 hours that end at the last quote, at minute resolution. Prices are bids. */
export type DayFigures = {
  readonly open: Price
  readonly high: Price
  readonly low: Price
  /** How many quotes there were. */
  readonly volume: number
  /** From the open to the newest bid, in hundredths of a percent. */
  readonly changeBasisPoints: number
}

/** The figures over these minutes joined into one candle. */
export function dayFigures({ open, high, low, close, volume }: Candle): DayFigures {
  return { open, high, low, volume, changeBasisPoints: mulDiv(close - open, 10_000, open) }
}
