import type { Call } from '#browser/calls/call-request.ts'
import type { CancelTimer, Timers } from '#browser/platform/timers.ts'
import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'
import { marketOfItem } from '#contract/market-from-wire.ts'
import { maxSearchLength, readMarkets } from '#web/calls/market.ts'
import type { ListedMarket } from '#web/markets/markets-types.ts'

export type SearchState = {
  /** As typed. */
  readonly text: string
  /** `idle` while the text is empty. Earlier results stay visible until the next answer. */
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  readonly found: readonly ListedMarket[]
}

export type MarketSearch = {
  readonly state: ReadableStore<SearchState>
  readonly type: (text: string) => void
  /** Searches again at once. */
  readonly retry: () => void
  readonly stop: () => void
}

export const debounceMs = 200
/** A search without an answer for this long has failed. */
export const answerTimeoutMs = 10_000

const emptySearch: SearchState = { text: '', status: 'idle', found: [] }

/** Searches markets while the user types. The server matches names in every language; only the latest search counts. */
export function createMarketSearch({ call, timers }: { call: Call; timers: Timers }): MarketSearch {
  const state = createValueStore(emptySearch)
  let cancelTimer: CancelTimer | undefined
  let request = new AbortController()

  function cancel(): void {
    cancelTimer?.()
    request.abort()
  }
  async function search(): Promise<void> {
    request = new AbortController()
    const { signal } = request
    const { text } = state.getSnapshot()
    const fail = () => {
      cancel()
      state.set({ text, status: 'failed', found: [] })
    }
    cancelTimer = timers.after(answerTimeoutMs, fail)
    try {
      const items = await readMarkets(call, { search: text.trim(), signal })
      if (signal.aborted) return
      cancel()
      state.set({ text, status: 'ready', found: items.map(marketOfItem) })
    } catch {
      if (!signal.aborted) fail()
    }
  }
  function begin(typed: string, pauseMs: number): void {
    cancel()
    const text = typed.slice(0, maxSearchLength)
    if (text.trim() === '') state.set({ ...emptySearch, text })
    else {
      state.set({ ...state.getSnapshot(), text, status: 'loading' })
      cancelTimer = timers.after(pauseMs, () => void search())
    }
  }
  return {
    state,
    type: (text) => begin(text, debounceMs),
    retry: () => begin(state.getSnapshot().text, 0),
    stop: cancel,
  }
}
