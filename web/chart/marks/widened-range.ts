export type PriceRange = { readonly from: number; readonly to: number }

/** The candles keep at least a third of the height, however far away the lines of orders are. */
const mostOfCandles = 3

/** What the axis shows: the candles in sight, and as many of these prices as there is room for, the nearest first. */
export function widenedRange(candles: PriceRange, prices: readonly number[]): PriceRange {
  const most = (candles.to - candles.from) * mostOfCandles
  const beyond = (price: number) => Math.max(candles.from - price, price - candles.to)
  return prices
    .toSorted((one, other) => beyond(one) - beyond(other))
    .reduce((range, price) => {
      const wider = { from: Math.min(range.from, price), to: Math.max(range.to, price) }
      return wider.to - wider.from <= most ? wider : range
    }, candles)
}
