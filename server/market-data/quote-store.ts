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
  readonly market_id: number
  readonly bid: number
  readonly ask: number
  readonly quoted_ms: number
  readonly seq: number
}

export async function readLastQuotes(pool: Pool, source: number): Promise<readonly Quote[]> {
  const { rows } = await pool.query<QuoteRow>(
    'select market_id, bid, ask, quoted_ms, seq from last_quotes where source_id = $1',
    [source],
  )
  return rows.map((row) => ({
    marketId: row.market_id,
    bid: price(row.bid),
    ask: price(row.ask),
    timeMs: row.quoted_ms,
    seq: row.seq,
  }))
}

/** Never overwrites a newer quote. */
export async function storeLastQuotes(pool: Pool, source: number, quotes: readonly Quote[]): Promise<void> {
  await pool.query(
    `insert into last_quotes (source_id, market_id, bid, ask, quoted_ms, seq)
     select $1, * from unnest($2::integer[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
     on conflict (source_id, market_id) do update
       set bid = excluded.bid, ask = excluded.ask, quoted_ms = excluded.quoted_ms, seq = excluded.seq
       where last_quotes.seq < excluded.seq`,
    [
      source,
      quotes.map(({ marketId }) => marketId),
      quotes.map(({ bid }) => bid),
      quotes.map(({ ask }) => ask),
      quotes.map(({ timeMs }) => timeMs),
      quotes.map(({ seq }) => seq),
    ],
  )
}
