import { dayMarketTopic, type QuoteRow } from '#contract/live.ts'
import type { Call } from '#web/calls/call-request.ts'
import type { Live } from '#web/live/live.ts'
import { createFrameSlices } from '#web/markets/frame-scheduler.ts'
import { createMarketList } from '#web/markets/market-list.ts'
import type { Markets } from '#web/markets/markets-types.ts'
import { createQuoteBook } from '#web/markets/quote-store.ts'
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

export const relistBounds = {
  /** The small charts grow by a point every half hour: a page that stays open must not show yesterday's. */
  everyMs: 10 * 60_000,
  /** All browsers see a market close at the same moment; they ask for its next opening spread over this long. */
  closedMs: 5_000,
} as const

export function createMarkets(parts: MarketsParts): Markets {
  const { call, live, timers } = parts
  const slices = createFrameSlices(parts.nextFrame, quotesPerFrame)
  const book = createQuoteBook({ now: parts.now, tellBy: slices.add })
  const selection = createSelection(parts.stored)
  const listing = createMarketList({ call, timers, book, listed: selection.offer })
  let cancelRelist: CancelTimer | undefined

  const watchers = createWatchers(() => {
    const leave = live.subscribe<unknown>(dayMarketTopic, ({ data }) => hear(data))
    relistAfter(relistBounds.everyMs)
    return () => {
      leave()
      cancelRelist?.()
      cancelRelist = undefined
    }
  })
  function hear(data: unknown): void {
    if (!Array.isArray(data)) return
    const rows: readonly QuoteRow[] = data
    if (book.takePush(rows)) relistAfter(parts.random() * relistBounds.closedMs)
  }
  function relistAfter(delayMs: number): void {
    cancelRelist?.()
    cancelRelist = timers.after(delayMs, () => {
      void listing.refresh()
      relistAfter(relistBounds.everyMs)
    })
  }
  // Whoever opens a screen later fetches anyway.
  live.onReconnect(() => watchers.isWatched() && void listing.refreshAnew())
  live.state.subscribe(() => {
    const isNeeded = live.state.getSnapshot() === 'up' && listing.list.getSnapshot().status === 'failed'
    if (isNeeded && watchers.isWatched()) void listing.refresh()
  })
  parts.onLanguage(() => listing.wasAsked() && void listing.refreshAnew())
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
type Watchers = {
  /** Returns the way out. Calling that twice counts once. */
  readonly watch: () => () => void
  readonly isWatched: () => boolean
}

/** `begin` is called for the first who comes, and what it returns when the last has left. */
function createWatchers(begin: () => () => void): Watchers {
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
