import type { CategoriesAnswer, TradeListAnswer } from '#contract/calls/market.ts'
import { categoryOfWire, marketOfItem } from '#contract/market-from-wire.ts'
import type { Call } from '#web/calls/call-request.ts'
import { readCategories, readMarkets, readSparklines } from '#web/calls/market.ts'
import { createKeyedStores, isSameRecord } from '#web/markets/keyed-stores.ts'
import type { ListedMarket, MarketList } from '#web/markets/markets-types.ts'
import type { QuoteStore, RequestTime } from '#web/markets/quote-store.ts'
import { createSingleFlight, wasSuperseded } from '#web/platform/single-flight.ts'
import type { Timers } from '#web/platform/timers.ts'
import { createValueStore, type ReadableStore } from '#web/platform/value-store.ts'

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
  /** As `refresh`, but what is under way is given up: it was asked in another language, or on a line that is gone. */
  readonly refetch: () => Promise<void>
  readonly wasRequested: () => boolean
}

/** After this long without an answer a fetch counts as failed, so that the next one is not held up by it. */
export const fetchTimeoutMs = 15_000

const nothingYet: MarketList = { status: 'loading', markets: [], categories: [] }

/** The markets, their categories and their small charts, as they were last fetched. */
export function createMarketList({ call, timers, quotes: book, listed }: MarketListParts): MarketListing {
  const list = createValueStore(nothingYet)
  const sparklines = createKeyedStores<readonly number[]>(isSameLine)
  let wasAsked = false

  async function fetchList(signal: AbortSignal): Promise<void> {
    const asked = book.requestTime()
    try {
      const [items, categories] = await Promise.all([
        readMarkets(call, { signal }),
        readCategories(call, signal),
      ])
      if (!signal.aborted) take(items, categories, asked)
    } catch {
      if (!wasSuperseded(signal) && list.getSnapshot().status !== 'ready')
        list.set({ ...nothingYet, status: 'failed' })
    }
  }
  function take(items: TradeListAnswer, categories: CategoriesAnswer, asked: RequestTime): void {
    book.applyList(items, asked)
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
      // The charts that are there stay, and a row without one is still a row.
    }
  }
  async function fly(signal: AbortSignal): Promise<void> {
    wasAsked = true
    if (list.getSnapshot().status === 'failed') list.set(nothingYet)
    await Promise.all([fetchList(signal), fetchSparklines(signal)])
  }
  const flight = createSingleFlight(fly, timers, fetchTimeoutMs)
  return {
    list,
    sparkline: sparklines.store,
    refresh: flight.join,
    refetch: flight.restart,
    wasRequested: () => wasAsked,
  }
}

function isSameLine(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((close, position) => close === other[position])
}

type Item = { readonly id: number }

/** The next list, made of the present one's parts wherever they say the same: only what is new is shown anew. */
export function reuseUnchanged(present: MarketList, next: MarketList): MarketList {
  const markets = keepSame(present.markets, next.markets)
  const categories = keepSame(present.categories, next.categories)
  const settled = { status: next.status, markets, categories }
  return isSameRecord(present, settled) ? present : settled
}

function keepSame<Kept extends Item>(present: readonly Kept[], next: readonly Kept[]): readonly Kept[] {
  const byId = new Map(present.map((item) => [item.id, item]))
  const settled = next.map((item) => {
    const known = byId.get(item.id)
    return known !== undefined && JSON.stringify(known) === JSON.stringify(item) ? known : item
  })
  const isSame = settled.length === present.length && settled.every((item, at) => item === present[at])
  return isSame ? present : settled
}
