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
 * Names whom a quote has come to: a level of an order that was crossed, a wall of the account, or a reason to look again.
 * Whoever has left the region in which nothing could happen gets another, and is named where there is none to be had. Whoever is
 * named then and neither watched nor noted afterwards, as somebody frozen is not, is no longer watched at all.
 */
export function createIndexedTriggers({
  slab,
  board,
  markets,
  riskOf: exposed,
}: IndexedTriggersParts): Triggers {
  const orders = createOrderTriggers(slab)
  const regions = createSafeRegions()
  const stir = createMarketVolatility(markets)
  const around = { board, routeOf: createConversionRoutes(markets), volatility: stir.of }
  /** Named on the next quote. */
  let recheck = new Set<number>()
  /** At the close-out level, until a market opens. The first quote ever of one takes them out of their regions besides. */
  const waiting = new Set<number>()
  const boardWaits = createBoardWaits(board)
  /** Whose last price may be outside of regions. Only where it is when the next quote comes counts. */
  const moved = new Set<number>()

  function note(userId: number): void {
    recheck.add(userId)
  }
  function wakeWaiting(): void {
    for (const userId of waiting) note(userId)
    waiting.clear()
  }
  function see(marketId: number): void {
    const { quote } = board.now(marketId)
    if (quote === undefined) return
    moved.add(marketId)
    stir.observe(marketId, quote.bid + quote.ask)
  }
  /** All of them first: a new region may end where the price is. */
  function leaveRegions(): void {
    const left: number[] = []
    const tell = (userId: number) => void left.push(userId)
    for (const marketId of moved) {
      const { quote } = board.now(marketId)
      if (quote !== undefined) regions.takeExited(marketId, quote.bid + quote.ask, tell)
    }
    moved.clear()
    for (const userId of left) armAgain(userId)
  }
  /**
   * Whoever waits may have left by a first quote, which is something to trade on. Where no region can be drawn, whoever judges the
   * account finds out why.
   */
  function armAgain(userId: number): void {
    if (waiting.has(userId)) note(userId)
    if (recheck.has(userId)) return
    try {
      arm(userId)
    } catch {
      note(userId)
    }
  }
  /** Without used margin there is no risk, and nothing that a price could do; a margin call is armed again then. */
  function arm(userId: number): void {
    const account = exposed(userId)
    if (account === undefined) return
    const { cash, isWarned, open } = account
    const used = usedMargin(open)
    const walls = regionThresholds(account, waiting.has(userId), used)
    const region = used === 0 ? [] : safeRegion(cash, open, walls, around)
    if (region === undefined || (used === 0 && isWarned)) note(userId)
    regions.set(userId, region ?? [])
  }
  return {
    orderUpserted: orders.orderUpserted,
    // The slot is of another version by then, and by that whatever was noted of it is dead.
    orderRemoved() {},
    clear() {
      orders.clear()
      regions.clear()
      for (const set of [recheck, waiting, moved]) set.clear()
      boardWaits.clear()
    },
    watch(userId, { isWaiting, boardWait }) {
      if (isWaiting) waiting.add(userId)
      else waiting.delete(userId)
      if (boardWait === undefined) {
        boardWaits.remove(userId)
        arm(userId)
      } else {
        boardWaits.add(userId, boardWait)
        // It is outside of every region: only the end of the wait, or a change of the account, matters to it.
        regions.set(userId, [])
      }
    },
    markDirty: note,
    markMarketDirty: see,
    markAllMarketsDirty() {
      for (const { id } of markets) see(id)
    },
    marketOpened: wakeWaiting,
    accountsToCheck(marketId) {
      const { quote } = board.now(marketId)
      see(marketId)
      leaveRegions()
      boardWaits.wake(note)
      if (quote !== undefined) orders.visitReached(quote, note)
      if (recheck.size === 0) return nobody
      const named = recheck
      recheck = new Set()
      return named
    },
  }
}

const nobody: readonly number[] = []
