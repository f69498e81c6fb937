import { dayMarketTopic, type PushFrame, type QuoteRow } from '#contract/live.ts'
import { quoteRowOf } from '#contract/market-wire.ts'
import { encodeFrame } from '#server/live/encode-frame.ts'
import type { LiveMarketData } from '#server/live/live-parts.ts'
import type { Push, Topic } from '#server/live/topic.ts'

/** The quotes of all markets. A row is put into JSON when it is wanted and has changed, however often it did. */
export function createDayMarketTopic(marketData: LiveMarketData): Topic {
  const rows = new Map<number, string | undefined>()
  const changed = new Set<number>()
  let news: readonly Push[] = []
  let snapshot: readonly Push[] | undefined

  function rowOf(marketId: number): string | undefined {
    if (rows.has(marketId)) return rows.get(marketId)
    const view = marketData.view(marketId)
    const row = view === undefined ? undefined : quoteRowOf(view)
    const text = row === undefined ? undefined : JSON.stringify(row)
    rows.set(marketId, text)
    return text
  }
  function rowsOf(marketIds: Iterable<number>): readonly string[] {
    return [...marketIds].map(rowOf).filter((row) => row !== undefined)
  }
  return {
    name: dayMarketTopic,
    marketEvent({ marketId }) {
      rows.delete(marketId)
      changed.add(marketId)
      snapshot = undefined
    },
    prepare() {
      const newest = rowsOf(changed)
      changed.clear()
      news = newest.length === 0 ? [] : [{ at: 0, frame: frameOf(newest, {}) }]
    },
    news: () => news,
    whole() {
      const ids = marketData.markets.map(({ id }) => id)
      snapshot ??= [{ at: 0, frame: frameOf(rowsOf(ids), { snapshot: true }) }]
      return snapshot
    },
  }
}

/** The rows are JSON already, so they are put into the JSON of a frame without any. */
function frameOf(rows: readonly string[], mark: Pick<PushFrame<readonly QuoteRow[]>, 'snapshot'>): Buffer {
  const empty: PushFrame<readonly QuoteRow[]> = { topic: dayMarketTopic, data: [], ...mark }
  return encodeFrame(JSON.stringify(empty).replace('[]', () => `[${rows.join(',')}]`))
}
