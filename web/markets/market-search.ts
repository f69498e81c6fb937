import { marketOfItem } from '#contract/market-from-wire.ts'
import type { Call } from '#web/calls/call-request.ts'
import { maxSearchLength, readMarkets } from '#web/calls/market.ts'
import type { ListedMarket } from '#web/markets/markets-types.ts'
import type { CancelTimer, Timers } from '#web/platform/timers.ts'
import { createValueStore, type ReadableStore } from '#web/platform/value-store.ts'

export type SearchState = {
  /** As it was typed. */
  readonly text: string
  /** `idle` while there is nothing to search for. What was found stays on show until the next answer. */
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  readonly found: readonly ListedMarket[]
}

export type MarketSearch = {
  readonly state: ReadableStore<SearchState>
  readonly type: (text: string) => void
  /** Asks again at once. */
  readonly retry: () => void
  readonly stop: () => void
}

/** Long enough for the next letter of someone who types, short enough not to be waited for. */
export const debounceMs = 200
/** After this long without an answer the search has failed. */
export const answerTimeoutMs = 10_000

const nothing: SearchState = { text: '', status: 'idle', found: [] }

/** Markets by code or name, as one types. The server knows the names in every language; the newest question wins. */
export function createMarketSearch({ call, timers }: { call: Call; timers: Timers }): MarketSearch {
  const state = createValueStore(nothing)
  let cancelTimer: CancelTimer | undefined
  let asking = new AbortController()

  function giveUp(): void {
    cancelTimer?.()
    asking.abort()
  }
  async function ask(): Promise<void> {
    asking = new AbortController()
    const { signal } = asking
    const { text } = state.getSnapshot()
    const fail = () => {
      giveUp()
      state.set({ text, status: 'failed', found: [] })
    }
    cancelTimer = timers.after(answerTimeoutMs, fail)
    try {
      const items = await readMarkets(call, { search: text.trim(), signal })
      if (signal.aborted) return
      giveUp()
      state.set({ text, status: 'ready', found: items.map(marketOfItem) })
    } catch {
      if (!signal.aborted) fail()
    }
  }
  function begin(typed: string, pauseMs: number): void {
    giveUp()
    const text = typed.slice(0, maxSearchLength)
    if (text.trim() === '') state.set({ ...nothing, text })
    else {
      state.set({ ...state.getSnapshot(), text, status: 'loading' })
      cancelTimer = timers.after(pauseMs, () => void ask())
    }
  }
  return {
    state,
    type: (text) => begin(text, debounceMs),
    retry: () => begin(state.getSnapshot().text, 0),
    stop: giveUp,
  }
}
