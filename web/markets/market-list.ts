import type { Call } from '#browser/calls/call-request.ts'
import { createSingleFlight, wasSuperseded } from '#browser/platform/single-flight.ts'
import type { Timers } from '#browser/platform/timers.ts'
import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'
import type { CategoriesAnswer, TradeListAnswer } from '#contract/calls/market.ts'
import { categoryOfWire, marketOfItem } from '#contract/market-from-wire.ts'
import { readCategories, readMarkets, readSparklines } from '#web/calls/market.ts'
import { createKeyedStores, isSameRecord } from '#web/markets/keyed-stores.ts'
import type { ListedMarket, MarketList } from '#web/markets/markets-types.ts'
import type { QuoteStore, RequestTime } from '#web/markets/quote-store.ts'

type MarketListParts = {
  readonly call: Call
  readonly timers: Timers
  readonly quotes: QuoteStore
  readonly listed: (markets: readonly ListedMarket[]) => void
}

type MarketListing = {
  readonly list: ReadableStore<MarketList>
  readonly sparkline: (marketId: number) => ReadableStore<readonly number[] | undefined>
  readonly refresh: () => Promise<void>
  /** Like `refresh`, but aborts a running fetch, which may be in the previous language or older than a reconnect. */
  readonly refetch: () => Promise<void>
  readonly wasRequested: () => boolean
}

/** A fetch without an answer for this long has failed. */
export const fetchTimeoutMs = 15_000

const emptyList: MarketList = { status: 'loading', markets: [], categories: [] }

/** Markets, categories and sparklines as last fetched. */
export function createMarketList({ call, timers, quotes, listed }: MarketListParts): MarketListing {
  const list = createValueStore(emptyList)
  const sparklines = createKeyedStores<readonly number[]>(isSameLine)
  let wasRequested = false

  async function fetchList(signal: AbortSignal): Promise<void> {
    const requestTime = quotes.requestTime()
    try {
      const [items, categories] = await Promise.all([
        readMarkets(call, { signal }),
        readCategories(call, signal),
      ])
      if (!signal.aborted) apply(items, categories, requestTime)
    } catch {
      if (!wasSuperseded(signal) && list.getSnapshot().status !== 'ready')
        list.set({ ...emptyList, status: 'failed' })
    }
  }
  function apply(items: TradeListAnswer, categories: CategoriesAnswer, requestTime: RequestTime): void {
    quotes.applyList(items, requestTime)
    const markets = items.map(marketOfItem)
    listed(markets)
    const next = { status: 'ready' as const, markets, categories: categories.map(categoryOfWire) }
    list.set(reuseUnchanged(list.getSnapshot(), next))
  }
  async function fetchSparklines(signal: AbortSignal): Promise<void> {
    try {
      const lines = Object.entries(await readSparklines(call, signal))
      if (signal.aborted) return
      for (const [id, closes] of lines) sparklines.set(Number(id), closes)
    } catch {
      // The previous sparklines stay. A row without a sparkline is still useful.
    }
  }
  async function fetchAll(signal: AbortSignal): Promise<void> {
    wasRequested = true
    if (list.getSnapshot().status === 'failed') list.set(emptyList)
    await Promise.all([fetchList(signal), fetchSparklines(signal)])
  }
  const flight = createSingleFlight(fetchAll, timers, fetchTimeoutMs)
  return {
    list,
    sparkline: sparklines.store,
    refresh: flight.join,
    refetch: flight.restart,
    wasRequested: () => wasRequested,
  }
}

function isSameLine(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((close, position) => close === other[position])
}

type Item = { readonly id: number }

/** The next list with unchanged items taken from the current one, so that only changed rows render. */
export function reuseUnchanged(current: MarketList, next: MarketList): MarketList {
  const markets = reuseItems(current.markets, next.markets)
  const categories = reuseItems(current.categories, next.categories)
  const merged = { status: next.status, markets, categories }
  return isSameRecord(current, merged) ? current : merged
}

function reuseItems<Kept extends Item>(current: readonly Kept[], next: readonly Kept[]): readonly Kept[] {
  const byId = new Map(current.map((item) => [item.id, item]))
  const merged = next.map((item) => {
    const known = byId.get(item.id)
    return known !== undefined && JSON.stringify(known) === JSON.stringify(item) ? known : item
  })
  const isSame = merged.length === current.length && merged.every((item, at) => item === current[at])
  return isSame ? current : merged
}
