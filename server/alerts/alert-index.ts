import {
  type AlertLevels,
  alertLevels,
  alertPhase,
  backLevels,
  isReached,
  quietMs,
} from '#core/alert/alert-rule.ts'
import type { Quote } from '#core/market/quote.ts'
import type { ActiveAlert, AlertHit } from '#server/alerts/alerts-types.ts'
import { createPriceHeap, type PriceHeap, stampSpan } from '#server/platform/price-heap.ts'

/** Active alerts in memory, by the prices that concern them. A quote costs three comparisons and what it reaches. */
export type AlertIndex = {
  /** `last` is the newest quote of the market. */
  readonly add: (alert: ActiveAlert, last: Quote | undefined) => void
  /** Does nothing if there is no such alert. */
  readonly remove: (id: number) => void
  /**
   * Removes up to `most` alerts that the quote reaches and passes them on. Returns false if it may reach more: the same
   * quote must then be judged again, before the next one of its market.
   */
  readonly judge: (quote: Quote, most: number) => boolean
  readonly size: () => number
  readonly demoSize: () => number
}

/** The heaps of one market. An alert has entries in those that its phase waits for. */
type MarketHeaps = {
  readonly rises: PriceHeap
  readonly falls: PriceHeap
  /** By the time at which the rest of an alert ends. */
  readonly rests: PriceHeap
}

export function createAlertIndex(onHit: (hit: AlertHit) => void): AlertIndex {
  const byMarket = new Map<number, MarketHeaps>()
  const slots = new Map<number, number>()
  const freeSlots: number[] = []
  const alerts: (ActiveAlert | undefined)[] = []
  /** Entries of a slot with another stamp are dead. */
  const stamps: number[] = []
  const isArmed: boolean[] = []
  let demos = 0

  function isCurrent(slot: number, stamp: number): boolean {
    return stamps[slot] === stamp
  }
  function heapsOf(marketId: number): MarketHeaps {
    const known = byMarket.get(marketId)
    if (known !== undefined) return known
    const heaps = {
      rises: createPriceHeap('lowest_first', isCurrent),
      falls: createPriceHeap('highest_first', isCurrent),
      rests: createPriceHeap('lowest_first', isCurrent),
    }
    byMarket.set(marketId, heaps)
    return heaps
  }
  function renewStamp(slot: number): number {
    const stamp = ((stamps[slot] ?? 0) + 1) % stampSpan
    stamps[slot] = stamp
    return stamp
  }
  /** Enters the alert where its phase waits. Its earlier entries are dead from then on. */
  function enter(slot: number, { rule, hitMs, marketId }: ActiveAlert, last: Quote | undefined): void {
    const heaps = heapsOf(marketId)
    const stamp = renewStamp(slot)
    const phase = alertPhase(rule, hitMs, last)
    isArmed[slot] = phase === 'armed'
    if (phase === 'resting') heaps.rests.push((hitMs ?? 0) + quietMs, slot, stamp)
    else enterLevels(heaps, phase === 'armed' ? alertLevels(rule) : backLevels(rule), slot, stamp)
  }
  function enterLevels(heaps: MarketHeaps, { rises, falls }: AlertLevels, slot: number, stamp: number): void {
    if (Number.isFinite(rises)) heaps.rises.push(rises, slot, stamp)
    if (Number.isFinite(falls)) heaps.falls.push(falls, slot, stamp)
  }
  function takeFirst(heap: PriceHeap, quote: Quote): void {
    const slot = heap.firstItem()
    const stamp = heap.firstStamp()
    heap.dropFirst()
    const alert = alerts[slot]
    if (alert === undefined || !isCurrent(slot, stamp)) return
    if (isArmed[slot] !== true) {
      enter(slot, alert, quote)
    } else if (isReached(alert.rule, quote.bid)) {
      remove(alert.id)
      onHit({ alert, quote })
    }
    // Otherwise it was a dead entry whose stamp has come round again.
  }
  function remove(id: number): void {
    const slot = slots.get(id)
    if (slot === undefined) return
    slots.delete(id)
    if (alerts[slot]?.isDemo === true) demos -= 1
    alerts[slot] = undefined
    renewStamp(slot)
    freeSlots.push(slot)
  }
  return {
    add(alert, last) {
      remove(alert.id)
      const slot = freeSlots.pop() ?? alerts.length
      alerts[slot] = alert
      slots.set(alert.id, slot)
      if (alert.isDemo) demos += 1
      enter(slot, alert, last)
    },
    remove,
    judge(quote, most) {
      const heaps = byMarket.get(quote.marketId)
      if (heaps === undefined) return true
      for (let taken = 0; taken < most; taken += 1) {
        const heap = dueHeap(heaps, quote)
        if (heap === undefined) return true
        takeFirst(heap, quote)
      }
      return false
    },
    size: () => slots.size,
    demoSize: () => demos,
  }
}

function dueHeap({ rises, falls, rests }: MarketHeaps, { bid, timeMs }: Quote): PriceHeap | undefined {
  if (timeMs >= rests.firstPrice()) return rests
  if (bid >= rises.firstPrice()) return rises
  return bid <= falls.firstPrice() ? falls : undefined
}
