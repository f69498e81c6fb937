export type PriceRange = { readonly from: number; readonly to: number }

/** The candles keep at least a third of the height, however far away the lines of orders are. */
const mostOfCandles = 3

/** Of the price: what candles that hardly moved are taken to span, so that there is room beside them. */
const leastShare = 0.0003

/** What the axis shows: the candles in sight, and as many of these prices as there is room for, the nearest first. */
export function widenedRange(candles: PriceRange, prices: readonly number[]): PriceRange {
  const most = Math.max(candles.to - candles.from, candles.to * leastShare) * mostOfCandles
  const beyond = (price: number) => Math.max(candles.from - price, price - candles.to)
  return prices
    .toSorted((one, other) => beyond(one) - beyond(other))
    .reduce((range, price) => {
      const wider = { from: Math.min(range.from, price), to: Math.max(range.to, price) }
      return wider.to - wider.from <= most ? wider : range
    }, candles)
}
