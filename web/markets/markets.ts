import { dayMarketTopic, type QuoteRow } from '#contract/live.ts'
import type { Call } from '#web/calls/call-request.ts'
import type { Live } from '#web/live/live.ts'
import { createFrameScheduler } from '#web/markets/frame-scheduler.ts'
import { createMarketList } from '#web/markets/market-list.ts'
import type { Markets } from '#web/markets/markets-types.ts'
import { createQuoteStore } from '#web/markets/quote-store.ts'
import { createSelection } from '#web/markets/selection.ts'
import type { CancelTimer, Timers } from '#web/platform/timers.ts'
import type { StoredText } from '#web/stores/stored-text.ts'

type MarketsParts = {
  readonly call: Call
  readonly live: Pick<Live, 'state' | 'subscribe' | 'onReconnect'>
  /** Called whenever the language has changed: the server translates the names. */
  readonly onLanguage: (handler: () => void) => unknown
  readonly timers: Timers
  readonly random: () => number
  readonly now: () => number
  /** Runs it before the next paint. */
  readonly nextFrame: (run: () => void) => unknown
  /** Where the selected market is remembered. */
  readonly stored: StoredText
}

/** A slow phone draws this many rows anew well within a frame. */
const quotesPerFrame = 5

export const refreshBounds = {
  /** The small charts grow by a point every half hour: a page that stays open must not show yesterday's. */
  everyMs: 10 * 60_000,
  /** All browsers see a market close at the same moment; they ask for its next opening spread over this long. */
  closedMs: 5_000,
} as const

export function createMarkets(parts: MarketsParts): Markets {
  const { call, live, timers } = parts
  const slices = createFrameScheduler(parts.nextFrame, quotesPerFrame)
  const book = createQuoteStore({ now: parts.now, schedule: slices.add })
  const selection = createSelection(parts.stored)
  const listing = createMarketList({ call, timers, quotes: book, listed: selection.setAvailable })
  let cancelRelist: CancelTimer | undefined

  const watchers = createRefCount(() => {
    const leave = live.subscribe<unknown>(dayMarketTopic, ({ data }) => hear(data))
    relistAfter(refreshBounds.everyMs)
    return () => {
      leave()
      cancelRelist?.()
      cancelRelist = undefined
    }
  })
  function hear(data: unknown): void {
    if (!Array.isArray(data)) return
    const rows: readonly QuoteRow[] = data
    if (book.applyPush(rows)) relistAfter(parts.random() * refreshBounds.closedMs)
  }
  function relistAfter(delayMs: number): void {
    cancelRelist?.()
    cancelRelist = timers.after(delayMs, () => {
      void listing.refresh()
      relistAfter(refreshBounds.everyMs)
    })
  }
  // Whoever opens a screen later fetches anyway.
  live.onReconnect(() => watchers.isWatched() && void listing.refetch())
  live.state.subscribe(() => {
    const isNeeded = live.state.getSnapshot() === 'up' && listing.list.getSnapshot().status === 'failed'
    if (isNeeded && watchers.isWatched()) void listing.refresh()
  })
  parts.onLanguage(() => listing.wasRequested() && void listing.refetch())
  return {
    list: listing.list,
    quote: book.quote,
    sparkline: listing.sparkline,
    listedAtMs: book.listedAtMs,
    refresh: listing.refresh,
    watch: watchers.watch,
    selected: selection.selected,
    select: selection.select,
  }
}

/** Something that goes on while at least one watches. */
type RefCount = {
  /** Returns the way out. Calling that twice counts once. */
  readonly watch: () => () => void
  readonly isWatched: () => boolean
}

/** `begin` is called for the first who comes, and what it returns when the last has left. */
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
