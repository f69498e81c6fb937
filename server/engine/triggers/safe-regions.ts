import type { TradingAccount } from '#core/decision/decision.ts'
import type { SafeRange, Thresholds } from '#core/margin/safe-region.ts'
import type { Micros } from '#core/money/amounts.ts'
import { createPriceHeap, type PriceHeap, stampSpan } from '#server/platform/price-heap.ts'

/** Finds the accounts whose safe region the price of a market has left. */
export type SafeRegions = {
  /** Replaces the region of this user. */
  readonly set: (userId: number, ranges: readonly SafeRange[]) => void
  /**
   * Visits every user who may be outside of their region, now that bid plus ask of this market is `sum`, and removes
   * their regions.
   */
  readonly takeExited: (marketId: number, sum: number, visit: (userId: number) => void) => void
  readonly clear: () => void
}

/** The ends of all ranges in one market. */
type Ends = { readonly lows: PriceHeap; readonly highs: PriceHeap }

const firstCapacity = 1024

export function createSafeRegions(): SafeRegions {
  const byMarket = new Map<number, Ends>()
  /** Each user gets an index at their first region. The stamp at that index is that of the user's latest region. */
  const indexes = new Map<number, number>()
  const users: number[] = []
  let stamps = new Uint32Array(firstCapacity)

  function isCurrent(index: number, stamp: number): boolean {
    return stamps[index] === stamp
  }
  function endsOf(marketId: number): Ends {
    const known = byMarket.get(marketId)
    if (known !== undefined) return known
    const ends = {
      lows: createPriceHeap('highest_first', isCurrent),
      highs: createPriceHeap('lowest_first', isCurrent),
    }
    byMarket.set(marketId, ends)
    return ends
  }
  function indexOf(userId: number): number {
    const known = indexes.get(userId)
    if (known !== undefined) return known
    const index = users.push(userId) - 1
    indexes.set(userId, index)
    if (index === stamps.length) stamps = doubled(stamps)
    return index
  }
  /** Invalidates the user's region and returns the stamp of the next one. */
  function nextStamp(index: number): number {
    const stamp = ((stamps[index] ?? 0) + 1) % stampSpan
    stamps[index] = stamp
    return stamp
  }
  function addRange({ marketId, low, high }: SafeRange, index: number, stamp: number): void {
    const { lows, highs } = endsOf(marketId)
    // Every price is outside of an empty range: one end that any price crosses is enough.
    const isEmpty = low > high
    if (isEmpty) lows.push(Number.POSITIVE_INFINITY, index, stamp)
    if (!isEmpty && low > Number.NEGATIVE_INFINITY) lows.push(low, index, stamp)
    if (!isEmpty && high < Number.POSITIVE_INFINITY) highs.push(high, index, stamp)
  }
  return {
    set(userId, ranges) {
      if (ranges.length === 0 && !indexes.has(userId)) return
      const index = indexOf(userId)
      const stamp = nextStamp(index)
      for (const range of ranges) addRange(range, index, stamp)
    },
    takeExited(marketId, sum, visit) {
      const ends = byMarket.get(marketId)
      if (ends === undefined) return
      function takeFirst(heap: PriceHeap): void {
        const index = heap.firstItem()
        const stamp = heap.firstStamp()
        heap.dropFirst()
        const userId = users[index]
        if (userId === undefined || !isCurrent(index, stamp)) return
        nextStamp(index)
        visit(userId)
      }
      while (sum < ends.lows.firstPrice()) takeFirst(ends.lows)
      while (sum > ends.highs.firstPrice()) takeFirst(ends.highs)
    },
    clear() {
      byMarket.clear()
      indexes.clear()
      users.length = 0
      stamps.fill(0)
    },
  }
}

function doubled(stamps: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(stamps.length * 2)
  larger.set(stamps)
  return larger
}

/**
 * Equity bounds between which evaluating an account does nothing. While the margin call is armed: above 100 % of the
 * used margin. While it is active: above 50 % and up to 110 %, without a lower bound if there is no open market to
 * close out in.
 */
export function regionThresholds(
  { isWarned }: Pick<TradingAccount, 'isWarned'>,
  hasNoOpenMarket: boolean,
  usedMargin: Micros,
): Thresholds {
  if (!isWarned) return { floor: usedMargin, ceiling: Number.POSITIVE_INFINITY }
  return {
    // Half of a safe integer is exact.
    floor: hasNoOpenMarket ? Number.NEGATIVE_INFINITY : usedMargin / 2,
    // The greatest integer up to 110 %. The rounding error of the division is below a tenth, so `floor` is exact.
    ceiling: usedMargin + Math.floor(usedMargin / 10),
  }
}
