import type { Quote } from '#core/market/quote.ts'
import { price } from '#core/money/amounts.ts'
import type { Pool } from '#server/storage/storage.ts'

/** Returns the id of a feed source. Inserts the source if it is new. */
export async function sourceIdOf(pool: Pool, key: string): Promise<number> {
  await pool.query('insert into feed_sources (key) values ($1) on conflict do nothing', [key])
  const { rows } = await pool.query<{ id: number }>('select id from feed_sources where key = $1', [key])
  const [row] = rows
  if (row === undefined) throw new Error('the feed source is missing after its insert')
  return row.id
}

/** Reserves a block of sequence numbers and returns its last one. */
export async function allocateSequenceBlock(pool: Pool, size: number): Promise<number> {
  const { rows } = await pool.query<{ taken: number }>(
    'update market_sequence set taken = taken + $1 returning taken',
    [size],
  )
  const [row] = rows
  if (row === undefined) throw new Error('the table market_sequence is empty')
  return row.taken
}

type QuoteRow = {
  readonly source_id: number
  readonly market_id: number
  readonly bid: number
  readonly ask: number
  readonly quoted_ms: number
  readonly seq: number
}

/** Names of sources by their ids. */
export type SourceNames = ReadonlyMap<number, string>

/** The last quote of each market from each of these sources, oldest first. */
export async function readLastQuotes(pool: Pool, names: SourceNames): Promise<readonly Quote[]> {
  const { rows } = await pool.query<QuoteRow>(
    `select source_id, market_id, bid, ask, quoted_ms, seq from last_quotes
     where source_id = any($1::integer[]) order by seq`,
    [[...names.keys()]],
  )
  return rows.map((row) => ({
    marketId: row.market_id,
    bid: price(row.bid),
    ask: price(row.ask),
    timeMs: row.quoted_ms,
    seq: row.seq,
    source: names.get(row.source_id) ?? '',
  }))
}

type LastBid = { readonly timeMs: number; readonly bid: number }

/**
 * The last published bid of each market from sources of one kind, by market id. A time after `nowMs`, from a clock that
 * was wrong, is replaced with `nowMs`.
 */
export async function readLastBids(
  pool: Pool,
  kind: string,
  nowMs: number,
): Promise<ReadonlyMap<number, LastBid>> {
  const { rows } = await pool.query<Pick<QuoteRow, 'market_id' | 'bid' | 'quoted_ms'>>(
    `select distinct on (market_id) market_id, bid, least(quoted_ms, $2) as quoted_ms
     from last_quotes join feed_sources on feed_sources.id = last_quotes.source_id
     where starts_with(feed_sources.key, $1)
     order by market_id, seq desc`,
    [`${kind}:`, nowMs],
  )
  return new Map(rows.map(({ market_id, bid, quoted_ms }) => [market_id, { timeMs: quoted_ms, bid }]))
}

/** A quote with the id of its source. */
export type QuoteRecord = { readonly sourceId: number; readonly quote: Quote }

/** Never overwrites a newer quote. */
export async function storeLastQuotes(pool: Pool, records: readonly QuoteRecord[]): Promise<void> {
  const column = (of: (quote: Quote) => number) => records.map(({ quote }) => of(quote))
  await pool.query(
    `insert into last_quotes (source_id, market_id, bid, ask, quoted_ms, seq)
     select * from unnest($1::integer[], $2::integer[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
     on conflict (source_id, market_id) do update
       set bid = excluded.bid, ask = excluded.ask, quoted_ms = excluded.quoted_ms, seq = excluded.seq
       where last_quotes.seq < excluded.seq`,
    [
      records.map(({ sourceId }) => sourceId),
      column(({ marketId }) => marketId),
      column(({ bid }) => bid),
      column(({ ask }) => ask),
      column(({ timeMs }) => timeMs),
      column(({ seq }) => seq),
    ],
  )
}
