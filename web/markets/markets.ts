import type { Call } from '#browser/calls/call-request.ts'
import type { CancelTimer, Timers } from '#browser/platform/timers.ts'
import type { StoredText } from '#browser/storage/stored-text.ts'
import { dayMarketTopic, type QuoteRow } from '#contract/live.ts'
import type { Live } from '#web/live/live.ts'
import { createFrameScheduler } from '#web/markets/frame-scheduler.ts'
import { createMarketList } from '#web/markets/market-list.ts'
import type { Markets } from '#web/markets/markets-types.ts'
import { createQuoteStore } from '#web/markets/quote-store.ts'
import { createSelection } from '#web/markets/selection.ts'

type MarketsParts = {
  readonly call: Call
  readonly live: Pick<Live, 'state' | 'subscribe' | 'onReconnect'>
  /** Registers a handler for language changes: the server translates market names. */
  readonly onLanguage: (handler: () => void) => unknown
  readonly timers: Timers
  readonly random: () => number
  readonly now: () => number
  /** `requestAnimationFrame` in the real app. */
  readonly nextFrame: (run: () => void) => unknown
  /** Holds the code of the selected market. */
  readonly stored: StoredText
}

/** A slow phone renders this many rows well within a frame. */
const quotesPerFrame = 5

export const refreshBounds = {
  /** Keeps sparklines current while the page stays open. They gain a point every half hour. */
  everyMs: 10 * 60_000,
  /**
   * Every browser sees a market close at the same moment. Their requests for the next opening time are spread over this
   * time.
   */
  closedMs: 5_000,
} as const

export function createMarkets(parts: MarketsParts): Markets {
  const { call, live, timers } = parts
  const frames = createFrameScheduler(parts.nextFrame, quotesPerFrame)
  const quotes = createQuoteStore({ now: parts.now, schedule: frames.add })
  const selection = createSelection(parts.stored)
  const listing = createMarketList({ call, timers, quotes, listed: selection.setAvailable })
  let cancelRefresh: CancelTimer | undefined

  const watchers = createRefCount(() => {
    const unsubscribe = live.subscribe<unknown>(dayMarketTopic, ({ data }) => applyPush(data))
    refreshAfter(refreshBounds.everyMs)
    return () => {
      unsubscribe()
      cancelRefresh?.()
      cancelRefresh = undefined
    }
  })
  function applyPush(data: unknown): void {
    if (!Array.isArray(data)) return
    const rows: readonly QuoteRow[] = data
    if (quotes.applyPush(rows)) refreshAfter(parts.random() * refreshBounds.closedMs)
  }
  function refreshAfter(delayMs: number): void {
    cancelRefresh?.()
    cancelRefresh = timers.after(delayMs, () => {
      void listing.refresh()
      refreshAfter(refreshBounds.everyMs)
    })
  }
  // Without a watcher nothing is fetched: a screen opened later fetches by itself.
  live.onReconnect(() => watchers.isWatched() && void listing.refetch())
  live.state.subscribe(() => {
    const isNeeded = live.state.getSnapshot() === 'up' && listing.list.getSnapshot().status === 'failed'
    if (isNeeded && watchers.isWatched()) void listing.refresh()
  })
  parts.onLanguage(() => listing.wasRequested() && void listing.refetch())
  return {
    list: listing.list,
    quote: quotes.quote,
    sparkline: listing.sparkline,
    listedAtMs: quotes.listedAtMs,
    refresh: listing.refresh,
    watch: watchers.watch,
    selected: selection.selected,
    select: selection.select,
  }
}

type RefCount = {
  /** Returns a function that stops watching. Its second call has no effect. */
  readonly watch: () => () => void
  readonly isWatched: () => boolean
}

/** Calls `begin` when the first watcher starts, and the function it returned when the last watcher stops. */
function createRefCount(begin: () => () => void): RefCount {
  let count = 0
  let end: (() => void) | undefined
  return {
    isWatched: () => count > 0,
    watch() {
      let isWatching = true
      count += 1
      if (count === 1) end = begin()
      return () => {
        if (!isWatching) return
        isWatching = false
        count -= 1
        if (count === 0) end?.()
      }
    },
  }
}
