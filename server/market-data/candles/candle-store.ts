import type { Candle } from '#core/candle/candle.ts'
import { price } from '#core/money/amounts.ts'
import type { Pool } from '#server/storage/storage.ts'

/** The stored candles of one market and feed. `source` is the id of the feed in `feed_sources`. */
export type CandleSeries = { readonly pool: Pool; readonly source: number; readonly marketId: number }

export type MarketMinute = { readonly marketId: number; readonly minute: Candle }

export type StoredDay = { readonly day: Candle; readonly fiveMinutes: Uint8Array | null }

type CandleRow = {
  readonly start_ms: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

/** The newest minutes in [fromMs, beforeMs), oldest first. */
export async function readMinutes(
  { pool, source, marketId }: CandleSeries,
  fromMs: number,
  beforeMs: number,
  limit: number,
): Promise<readonly Candle[]> {
  const { rows } = await pool.query<CandleRow>(
    `select start_ms, open, high, low, close, volume from minute_candles
     where source_id = $1 and market_id = $2 and start_ms >= $3 and start_ms < $4
     order by start_ms desc limit $5`,
    [source, marketId, fromMs, beforeMs, limit],
  )
  return rows.reverse().map(candleOf)
}

/** Overwrites a minute that was stored while it was still in progress. */
export async function storeMinutes(
  pool: Pool,
  source: number,
  minutes: readonly MarketMinute[],
): Promise<void> {
  const column = (of: (minute: Candle) => number) => minutes.map(({ minute }) => of(minute))
  await pool.query(
    `insert into minute_candles (source_id, market_id, start_ms, open, high, low, close, volume)
     select $1, * from unnest($2::integer[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
       $8::bigint[])
     on conflict (source_id, market_id, start_ms) do update
       set open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close,
         volume = excluded.volume`,
    [
      source,
      minutes.map(({ marketId }) => marketId),
      column(({ startMs }) => startMs),
      column(({ open }) => open),
      column(({ high }) => high),
      column(({ low }) => low),
      column(({ close }) => close),
      column(({ volume }) => volume),
    ],
  )
}

/**
 * Days with minutes but without a day candle. The `limit 1` subqueries probe one index entry a day: scanning a month of
 * minutes would exceed the statement timeout.
 */
export async function findDaysToAggregate(
  pool: Pool,
  source: number,
  beforeMs: number,
): Promise<readonly { readonly marketId: number; readonly startMs: number }[]> {
  const { rows } = await pool.query<{ market_id: number; day_ms: number }>(
    `select markets.id as market_id, day_ms from markets
     cross join lateral (select start_ms as oldest_ms from minute_candles
       where source_id = $1 and market_id = markets.id order by start_ms limit 1) as oldest
     cross join lateral generate_series(oldest_ms - oldest_ms % 86400000, $2::bigint - 1, 86400000) as day_ms
     cross join lateral (select from minute_candles where source_id = $1 and market_id = markets.id
       and start_ms >= day_ms and start_ms < day_ms + 86400000 limit 1) as minutes
     where not exists (select from day_candles where source_id = $1 and market_id = markets.id
       and start_ms = day_ms)
     order by market_id, day_ms`,
    [source, beforeMs],
  )
  return rows.map((row) => ({ marketId: row.market_id, startMs: row.day_ms }))
}

export async function deleteMinutes(pool: Pool, source: number, beforeMs: number): Promise<void> {
  await pool.query('delete from minute_candles where source_id = $1 and start_ms < $2', [source, beforeMs])
}

/** Days in [fromMs, toMs), oldest first. `packed` includes their five-minute candles. */
export async function readDays(
  { pool, source, marketId }: CandleSeries,
  fromMs: number,
  toMs: number,
  packed: boolean,
): Promise<readonly StoredDay[]> {
  const { rows } = await pool.query<CandleRow & { five_minutes: Uint8Array | null }>(
    `select start_ms, open, high, low, close, volume, case when $5 then five_minutes end as five_minutes
     from day_candles where source_id = $1 and market_id = $2 and start_ms >= $3 and start_ms < $4
     order by start_ms`,
    [source, marketId, fromMs, toMs, packed],
  )
  return rows.map((row) => ({ day: candleOf(row), fiveMinutes: row.five_minutes }))
}

/**
 * Sizes of the packed five-minute candles of the newest days in [fromMs, toMs), up to the day that completes
 * `enoughBytes`. PostgreSQL knows the size of a value without reading it.
 */
export async function readPackedSizes(
  { pool, source, marketId }: CandleSeries,
  fromMs: number,
  toMs: number,
  enoughBytes: number,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await pool.query<{ start_ms: number; bytes: number }>(
    `select start_ms, bytes from (
       select start_ms, octet_length(five_minutes) as bytes,
         sum(octet_length(five_minutes)) over (order by start_ms desc) as total
       from day_candles where source_id = $1 and market_id = $2 and start_ms >= $3 and start_ms < $4
         and five_minutes is not null) as days
     where total - bytes < $5`,
    [source, marketId, fromMs, toMs, enoughBytes],
  )
  return new Map(rows.map((row) => [row.start_ms, row.bytes]))
}

/** A stored day is final. Only its five-minute candles may be added later. */
export async function storeDays(
  { pool, source, marketId }: CandleSeries,
  days: readonly StoredDay[],
): Promise<void> {
  const column = (of: (day: Candle) => number) => days.map(({ day }) => of(day))
  await pool.query(
    `insert into day_candles (source_id, market_id, start_ms, open, high, low, close, volume, five_minutes)
     select $1, $2, * from unnest($3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[],
       $9::bytea[])
     on conflict (source_id, market_id, start_ms) do update set five_minutes = excluded.five_minutes
       where day_candles.five_minutes is null and excluded.five_minutes is not null`,
    [
      source,
      marketId,
      column(({ startMs }) => startMs),
      column(({ open }) => open),
      column(({ high }) => high),
      column(({ low }) => low),
      column(({ close }) => close),
      column(({ volume }) => volume),
      days.map(({ fiveMinutes }) => (fiveMinutes === null ? null : Buffer.from(fiveMinutes))),
    ],
  )
}

function candleOf(row: CandleRow): Candle {
  return {
    startMs: row.start_ms,
    open: price(row.open),
    high: price(row.high),
    low: price(row.low),
    close: price(row.close),
    volume: row.volume,
  }
}
