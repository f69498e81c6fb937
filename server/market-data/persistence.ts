import { aggregateCandles } from '#core/candle/candle.ts'
import { candleStart, dayMs } from '#core/candle/period.ts'
import { type CachedMarket, cachedFromMs } from '#server/market-data/cached-market.ts'
import {
  deleteMinutes,
  findDaysToAggregate,
  readMinutes,
  storeDays,
  storeMinutes,
} from '#server/market-data/candles/candle-store.ts'
import { packDays } from '#server/market-data/candles/day-candles.ts'
import { type QuoteRecord, readLastQuotes, storeLastQuotes } from '#server/market-data/quote-store.ts'
import type { Source } from '#server/market-data/sources.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { Pool } from '#server/storage/storage.ts'

type PersistenceParts = {
  readonly pool: Pool
  readonly log: Log
  readonly clock: Clock
  /** Id of the feed, under which candles are stored. */
  readonly feedId: number
  readonly sources: readonly Source[]
  /** True for feeds without a history, whose minutes cannot be recomputed. */
  readonly storesMinutes: boolean
  readonly cachedMarkets: ReadonlyMap<number, CachedMarket>
}

/** Older minutes are deleted. Their day candles stay, with five-minute candles. */
const minuteRetentionMs = 30 * dayMs
const minutesPerDay = 1440
/** Statements time out after ten seconds. After a long outage two days of every market may be unsaved. */
const maxRowsPerInsert = 10_000
/** Late quotes may still belong to yesterday, and a stored day candle is final. */
const aggregationDelayMs = 60_000

/** Saves the latest quotes and minutes in batches. A failed batch is retried with the next one. */
export function createPersistence({
  pool,
  log,
  clock,
  feedId,
  sources,
  storesMinutes,
  cachedMarkets,
}: PersistenceParts) {
  const sourceNames = new Map(sources.map(({ id, name }) => [id, name]))
  const sourceIds = new Map(sources.map(({ id, name }) => [name, id]))
  const unsaved = new Set<CachedMarket>()
  let savedFromMs = new Map<CachedMarket, number>()
  let aggregatedUpToMs = 0
  let saving = Promise.resolve()
  let nextSave: Promise<void> | undefined

  async function write(): Promise<void> {
    const batch = [...unsaved]
    unsaved.clear()
    try {
      await writeBatch(batch)
      if (storesMinutes) await aggregateFinishedDays()
    } catch (fault) {
      for (const cached of batch) unsaved.add(cached)
      log.error({ fault }, 'could not save quotes and candles; retrying')
    }
  }

  async function writeBatch(batch: readonly CachedMarket[]): Promise<void> {
    const quotes = batch.flatMap(lastQuoteRecord)
    if (quotes.length > 0) await storeLastQuotes(pool, quotes)
    if (!storesMinutes) return
    const next = new Map(savedFromMs)
    const minutes = batch.flatMap((cached) => {
      const fresh = cached.minutes().filter(({ startMs }) => startMs >= (savedFromMs.get(cached) ?? 0))
      next.set(cached, fresh.at(-1)?.startMs ?? 0)
      return fresh.map((minute) => ({ marketId: cached.market.id, minute }))
    })
    for (let at = 0; at < minutes.length; at += maxRowsPerInsert) {
      await storeMinutes(pool, feedId, minutes.slice(at, at + maxRowsPerInsert))
    }
    savedFromMs = next
  }

  function lastQuoteRecord(cached: CachedMarket): readonly QuoteRecord[] {
    const quote = cached.quote()
    const sourceId = quote && sourceIds.get(quote.source)
    return quote === undefined || sourceId === undefined ? [] : [{ sourceId, quote }]
  }

  /** Once a day and after a start: aggregates complete days into day candles and deletes old minutes. */
  async function aggregateFinishedDays(): Promise<void> {
    const todayMs = candleStart(clock.now() - aggregationDelayMs, '1day')
    if (aggregatedUpToMs >= todayMs) return
    for (const { marketId, startMs } of await findDaysToAggregate(pool, feedId, todayMs)) {
      const series = { pool, source: feedId, marketId }
      const minutes = await readMinutes(series, startMs, startMs + dayMs, minutesPerDay)
      await storeDays(series, packDays(aggregateCandles(minutes, '5min'), '5min'))
    }
    await deleteMinutes(pool, feedId, todayMs - minuteRetentionMs)
    aggregatedUpToMs = todayMs
  }

  /** The newest quote of each market counts, whichever source sent it. */
  async function restoreQuotes(latestMs: number): Promise<void> {
    for (const quote of await readLastQuotes(pool, sourceNames)) {
      if (quote.timeMs <= latestMs) cachedMarkets.get(quote.marketId)?.restore(quote)
      else log.warn({ quote }, 'ignoring a stored quote from the future: was the clock wrong?')
    }
  }

  async function restoreMinutes(cached: CachedMarket, latestMs: number): Promise<void> {
    const series = { pool, source: feedId, marketId: cached.market.id }
    const fromMs = cachedFromMs(cached.quote()?.timeMs ?? latestMs)
    const minutes = await readMinutes(series, fromMs, latestMs + 1, 2 * minutesPerDay)
    cached.applyPastMinutes(minutes, { fromMs, untilMs: latestMs })
    savedFromMs.set(cached, minutes.at(-1)?.startMs ?? 0)
  }

  return {
    markUnsaved: (cached: CachedMarket) => void unsaved.add(cached),
    /** One batch at a time. All calls during a batch wait for the same next batch. */
    save(): Promise<void> {
      nextSave ??= saving.then(() => {
        nextSave = undefined
        saving = write()
        return saving
      })
      return nextSave
    },
    /**
     * Loads the quotes and minutes of an earlier run. Ignores those after `latestMs`: new ticks would be older and
     * dropped.
     */
    async restore(latestMs: number): Promise<void> {
      await restoreQuotes(latestMs)
      if (storesMinutes) for (const cached of cachedMarkets.values()) await restoreMinutes(cached, latestMs)
    },
  }
}
