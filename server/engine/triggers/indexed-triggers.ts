import { usedMargin } from '#core/margin/account-figures.ts'
import { safeRegion } from '#core/margin/safe-region.ts'
import type { Board } from '#core/market/board.ts'
import { createConversionRoutes } from '#core/market/conversion.ts'
import type { OrderSlab } from '#server/engine/state/order-slab.ts'
import { createBoardWaits } from '#server/engine/triggers/board-waits.ts'
import { createMarketVolatility } from '#server/engine/triggers/market-volatility.ts'
import { createOrderTriggers } from '#server/engine/triggers/order-triggers.ts'
import { createSafeRegions, regionThresholds } from '#server/engine/triggers/safe-regions.ts'
import type { TriggerParts, Triggers } from '#server/engine/triggers/triggers.ts'

export type IndexedTriggersParts = Pick<TriggerParts, 'markets' | 'riskOf'> & {
  readonly slab: Pick<OrderSlab, 'userAt' | 'versionOf'>
  readonly board: Board
}

/**
 * Selects an account if a quote crosses a level of one of its orders, if prices leave its safe region, or if it is
 * dirty. An account that left its region gets a new one, and is selected only if no region is safe. An account that is
 * selected and then neither watched nor marked dirty, because it is frozen, is not selected again.
 */
export function createIndexedTriggers({ slab, board, markets, riskOf }: IndexedTriggersParts): Triggers {
  const orders = createOrderTriggers(slab)
  const regions = createSafeRegions()
  const volatility = createMarketVolatility(markets)
  const context = { board, routeOf: createConversionRoutes(markets), volatility: volatility.of }
  /** Accounts to select on the next quote. */
  let dirty = new Set<number>()
  /**
   * Accounts at the close-out level without an open market to close out in. They are selected when a market opens, or
   * when the first quote of a market takes them out of their region.
   */
  const withoutOpenMarket = new Set<number>()
  const boardWaits = createBoardWaits(board)
  /** Markets whose price may have left some regions. Checked once, when the next quote arrives. */
  const moved = new Set<number>()

  function markDirty(userId: number): void {
    dirty.add(userId)
  }
  function selectWithoutOpenMarket(): void {
    for (const userId of withoutOpenMarket) markDirty(userId)
    withoutOpenMarket.clear()
  }
  function markMarketDirty(marketId: number): void {
    const { quote } = board.now(marketId)
    if (quote === undefined) return
    moved.add(marketId)
    volatility.observe(marketId, quote.bid + quote.ask)
  }
  /** Takes all exited accounts first, because a new region may end at the current price. */
  function renewRegions(): void {
    const exited: number[] = []
    const visit = (userId: number) => void exited.push(userId)
    for (const marketId of moved) {
      const { quote } = board.now(marketId)
      if (quote !== undefined) regions.takeExited(marketId, quote.bid + quote.ask, visit)
    }
    moved.clear()
    for (const userId of exited) renewRegion(userId)
  }
  /**
   * An account without an open market is always selected: the first quote of a market may have taken it out of its
   * region, and that market may allow the close-out. If no region can be computed, the account is selected, and its
   * evaluation reports the fault.
   */
  function renewRegion(userId: number): void {
    if (withoutOpenMarket.has(userId)) markDirty(userId)
    if (dirty.has(userId)) return
    try {
      setRegion(userId)
    } catch {
      markDirty(userId)
    }
  }
  /** Without used margin no price matters, but an evaluation still has to arm an active margin call again. */
  function setRegion(userId: number): void {
    const account = riskOf(userId)
    if (account === undefined) return
    const { cash, isWarned, open } = account
    const used = usedMargin(open)
    const thresholds = regionThresholds(account, withoutOpenMarket.has(userId), used)
    const region = used === 0 ? [] : safeRegion(cash, open, thresholds, context)
    if (region === undefined || (used === 0 && isWarned)) markDirty(userId)
    regions.set(userId, region ?? [])
  }
  return {
    orderUpserted: orders.orderUpserted,
    // The slot gets a new version, which invalidates all index entries of the old one.
    orderRemoved() {},
    accountRemoved(userId) {
      regions.set(userId, [])
      boardWaits.remove(userId)
      dirty.delete(userId)
      withoutOpenMarket.delete(userId)
    },
    clear() {
      orders.clear()
      regions.clear()
      for (const set of [dirty, withoutOpenMarket, moved]) set.clear()
      boardWaits.clear()
    },
    watch(userId, { hasNoOpenMarket, boardWait }) {
      if (hasNoOpenMarket) withoutOpenMarket.add(userId)
      else withoutOpenMarket.delete(userId)
      if (boardWait === undefined) {
        boardWaits.remove(userId)
        setRegion(userId)
      } else {
        boardWaits.add(userId, boardWait)
        // The margin level is not evaluated during a board wait, so the account needs no region.
        regions.set(userId, [])
      }
    },
    markDirty,
    markMarketDirty,
    markAllMarketsDirty() {
      for (const { id } of markets) markMarketDirty(id)
    },
    marketOpened: selectWithoutOpenMarket,
    accountsToCheck(marketId) {
      const { quote } = board.now(marketId)
      markMarketDirty(marketId)
      renewRegions()
      boardWaits.wake(markDirty)
      if (quote !== undefined) orders.visitReached(quote, markDirty)
      if (dirty.size === 0) return none
      const selected = dirty
      dirty = new Set()
      return selected
    },
  }
}

const none: readonly number[] = []
