import type { TradingAccount } from '#core/decision/decision.ts'
import type { SafeRange, Thresholds } from '#core/margin/safe-region.ts'
import type { Micros } from '#core/money/amounts.ts'
import { createPriceHeap, type PriceHeap, stampSpan } from '#server/engine/triggers/price-heap.ts'

/** Which accounts the price of a market has taken out of the region that was drawn for them. */
export type SafeRegions = {
  /** In place of whatever was drawn for this user before. */
  readonly set: (userId: number, ranges: readonly SafeRange[]) => void
  /**
   * Tells of everyone who may be outside now that bid and ask of this market come to this sum. Their regions are void from then on:
   * whoever is not drawn for again is not told of again.
   */
  readonly takeExited: (marketId: number, sum: number, tell: (userId: number) => void) => void
  readonly clear: () => void
}

/** The ends of ranges in one market. */
type Ends = { readonly lows: PriceHeap; readonly highs: PriceHeap }

const firstPlaces = 1024

export function createSafeRegions(): SafeRegions {
  const byMarket = new Map<number, Ends>()
  /** Every user who was ever drawn for has a place, and the place the number of its last drawing. */
  const places = new Map<number, number>()
  const users: number[] = []
  let stamps = new Uint32Array(firstPlaces)

  function isLive(place: number, stamp: number): boolean {
    return stamps[place] === stamp
  }
  function endsOf(marketId: number): Ends {
    const known = byMarket.get(marketId)
    if (known !== undefined) return known
    const ends = {
      lows: createPriceHeap('highest_first', isLive),
      highs: createPriceHeap('lowest_first', isLive),
    }
    byMarket.set(marketId, ends)
    return ends
  }
  function placeOf(userId: number): number {
    const known = places.get(userId)
    if (known !== undefined) return known
    const place = users.push(userId) - 1
    places.set(userId, place)
    if (place === stamps.length) stamps = grown(stamps)
    return place
  }
  function renew(place: number): number {
    const stamp = ((stamps[place] ?? 0) + 1) % stampSpan
    stamps[place] = stamp
    return stamp
  }
  function put({ marketId, low, high }: SafeRange, place: number, stamp: number): void {
    const { lows, highs } = endsOf(marketId)
    // Of an empty range every price is outside, which one end can say alone.
    const isEmpty = low > high
    if (isEmpty) lows.push(Number.POSITIVE_INFINITY, place, stamp)
    if (!isEmpty && low > Number.NEGATIVE_INFINITY) lows.push(low, place, stamp)
    if (!isEmpty && high < Number.POSITIVE_INFINITY) highs.push(high, place, stamp)
  }
  return {
    set(userId, ranges) {
      if (ranges.length === 0 && !places.has(userId)) return
      const place = placeOf(userId)
      const stamp = renew(place)
      for (const range of ranges) put(range, place, stamp)
    },
    takeExited(marketId, sum, tell) {
      const ends = byMarket.get(marketId)
      if (ends === undefined) return
      function take(heap: PriceHeap): void {
        const place = heap.firstItem()
        const stamp = heap.firstStamp()
        heap.dropFirst()
        const userId = users[place]
        if (userId === undefined || !isLive(place, stamp)) return
        renew(place)
        tell(userId)
      }
      while (sum < ends.lows.firstPrice()) take(ends.lows)
      while (sum > ends.highs.firstPrice()) take(ends.highs)
    },
    clear() {
      byMarket.clear()
      places.clear()
      users.length = 0
      stamps.fill(0)
    },
  }
}

function grown(stamps: Uint32Array): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(stamps.length * 2)
  more.set(stamps)
  return more
}

/**
 * Between which net values judging the risk of an account does nothing, exactly. Before the margin call: above 100 % of the
 * used margin. After it: above 50 % and up to 110 %. One that waits at the close-out level for a market to open may fall as it likes.
 */
export function regionThresholds(
  { isWarned }: Pick<TradingAccount, 'isWarned'>,
  isWaiting: boolean,
  usedMargin: Micros,
): Thresholds {
  if (!isWarned) return { floor: usedMargin, ceiling: Number.POSITIVE_INFINITY }
  return {
    // Half of a safe whole number is exact.
    floor: isWaiting ? Number.NEGATIVE_INFINITY : usedMargin / 2,
    // The greatest whole number that is not above 110 %: the quotient is nearer to its true value than a tenth.
    ceiling: usedMargin + Math.floor(usedMargin / 10),
  }
}
