import { foldCandles } from '#core/candle/candle.ts'
import { candleStart, dayMs } from '#core/candle/period.ts'
import type { Quote } from '#core/market/quote.ts'
import { keptFromMs, type MarketTrack } from '#server/market-data/cached-market.ts'
import {
  findUnfoldedDays,
  forgetMinutes,
  readMinutes,
  storeDays,
  storeMinutes,
} from '#server/market-data/candles/candle-store.ts'
import { daysOf } from '#server/market-data/candles/day-candles.ts'
import { readLastQuotes, storeLastQuotes } from '#server/market-data/quote-store.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { Pool } from '#server/storage/storage.ts'

type Parts = {
  readonly pool: Pool
  readonly log: Log
  readonly clock: Clock
  readonly source: number
  /** For feeds that cannot tell their own past. */
  readonly keepsMinutes: boolean
  readonly tracks: ReadonlyMap<number, MarketTrack>
}

/** Older minutes than this are kept only as days. */
const keepMinutesMs = 30 * dayMs
const minutesOfDay = 1440
/** A statement has ten seconds; after a long outage there may be two days of every market to write. */
const mostAtOnce = 10_000
/** Quotes may be heard a little after they were made, and a day that is folded never changes again. */
const foldAfterMs = 60_000

/** Writes the newest quotes and minutes in batches. What fails is written with the next batch. */
export function createSaver({ pool, log, clock, source, keepsMinutes, tracks }: Parts) {
  const unsaved = new Set<MarketTrack>()
  let savedFromMs = new Map<MarketTrack, number>()
  let foldedUpToMs = 0
  let saving = Promise.resolve()
  let following: Promise<void> | undefined

  async function write(): Promise<void> {
    const batch = [...unsaved]
    unsaved.clear()
    try {
      await writeBatch(batch)
      if (keepsMinutes) await foldFinishedDays()
    } catch (fault) {
      for (const track of batch) unsaved.add(track)
      log.error({ fault }, 'quotes and candles could not be saved; trying again')
    }
  }

  async function writeBatch(batch: readonly MarketTrack[]): Promise<void> {
    const quotes = batch.map((track) => track.quote()).filter((quote): quote is Quote => quote !== undefined)
    if (quotes.length > 0) await storeLastQuotes(pool, source, quotes)
    if (!keepsMinutes) return
    const next = new Map(savedFromMs)
    const minutes = batch.flatMap((track) => {
      const fresh = track.minutes().filter(({ startMs }) => startMs >= (savedFromMs.get(track) ?? 0))
      next.set(track, fresh.at(-1)?.startMs ?? 0)
      return fresh.map((minute) => ({ marketId: track.market.id, minute }))
    })
    for (let at = 0; at < minutes.length; at += mostAtOnce) {
      await storeMinutes(pool, source, minutes.slice(at, at + mostAtOnce))
    }
    savedFromMs = next
  }

  /** Once a day, and after a start: whole days become their own candles, and old minutes go. */
  async function foldFinishedDays(): Promise<void> {
    const todayMs = candleStart(clock.now() - foldAfterMs, '1day')
    if (foldedUpToMs >= todayMs) return
    for (const { marketId, startMs } of await findUnfoldedDays(pool, source, todayMs)) {
      const shelf = { pool, source, marketId }
      const minutes = await readMinutes(shelf, startMs, startMs + dayMs, minutesOfDay)
      await storeDays(shelf, daysOf(foldCandles(minutes, '5min'), '5min'))
    }
    await forgetMinutes(pool, source, todayMs - keepMinutesMs)
    foldedUpToMs = todayMs
  }

  async function restoreQuotes(latestMs: number): Promise<void> {
    for (const quote of await readLastQuotes(pool, source)) {
      if (quote.timeMs <= latestMs) tracks.get(quote.marketId)?.restore(quote)
      else log.warn({ quote }, 'a stored quote is from the future and does not count: was the clock wrong?')
    }
  }

  async function restoreMinutes(track: MarketTrack, latestMs: number): Promise<void> {
    const shelf = { pool, source, marketId: track.market.id }
    const fromMs = keptFromMs(track.quote()?.timeMs ?? latestMs)
    const minutes = await readMinutes(shelf, fromMs, latestMs + 1, 2 * minutesOfDay)
    track.takePast(minutes)
    savedFromMs.set(track, minutes.at(-1)?.startMs ?? 0)
  }

  return {
    noteQuote: (track: MarketTrack) => void unsaved.add(track),
    /** One batch at a time. Whoever calls during one waits for the next, which writes what has come since for all. */
    save(): Promise<void> {
      following ??= saving.then(() => {
        following = undefined
        saving = write()
        return saving
      })
      return following
    },
    /** What an earlier run stored, up to the latest moment it can have known: nothing could follow what is later. */
    async restore(latestMs: number): Promise<void> {
      await restoreQuotes(latestMs)
      if (keepsMinutes) for (const track of tracks.values()) await restoreMinutes(track, latestMs)
    },
  }
}
