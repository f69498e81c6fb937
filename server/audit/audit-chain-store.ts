// Reads the chain of the audit log. Only a trigger of the database writes it.
import type { Pool, PoolClient } from 'pg'
import type { AuditHead, ChainedEntry } from '#server/audit/audit-chain.ts'

/** A row of the chain with its entry; undefined if there is no such entry, null if it is too large to be read. */
export type ChainRow = {
  readonly position: number
  readonly entryId: number
  readonly hash: Buffer
  readonly entry: ChainedEntry | null | undefined
}

type Row = Omit<ChainRow, 'entry'> &
  Readonly<Record<keyof ChainedEntry, string | null>> & { readonly isTooLarge: boolean }

/** Limits of one read. The entry that exceeds the byte limit is the last. */
const page = { rows: 200, bytes: 1024 * 1024 }
/** More than the columns can have: 64 KiB of details and 2 KiB of other texts. */
export const maxEntryBytes = 72 * 1024

/**
 * The next rows of the chain, in order. The recursion takes one row after another and ends at the limits: the text of
 * details can be much longer than their stored form, so a page of them must not be measured at once.
 */
export async function readAuditChain(
  client: PoolClient,
  afterPosition: number,
): Promise<readonly ChainRow[]> {
  const { rows } = await client.query<Row>(
    `with recursive page as (
       select $1::bigint as position, null::bigint as entry_id, null::bytea as hash, 0 as bytes, 0::bigint as page_bytes,
         0 as number
       union all
       select next.position, next.entry_id, next.hash, measured.bytes, page.page_bytes + measured.bytes, number + 1
       from page
       cross join lateral (
         select * from audit_chain where audit_chain.position > page.position order by position limit 1
       ) next
       cross join lateral (
         select coalesce((
           select octet_length(who) + octet_length(action) + octet_length(subject) + octet_length(details::text)
             + octet_length(address) from audit_entries where id = next.entry_id
         ), 0) as bytes offset 0
       ) measured
       where number < $2 and page.page_bytes < $3
     )
     select position, entry_id as "entryId", hash, id::text, bytes > $4 as "isTooLarge",
       trim_scale(extract(epoch from at) * 1000000)::text as at, operator_id::text as "operatorId",
       case when bytes <= $4 then who end as who, case when bytes <= $4 then action end as action,
       case when bytes <= $4 then subject end as subject, case when bytes <= $4 then details::text end as details,
       case when bytes <= $4 then address end as address
     from page left join audit_entries on id = entry_id where number > 0 order by number`,
    [afterPosition, page.rows, page.bytes, maxEntryBytes],
  )
  return rows.map(({ position, entryId, hash, isTooLarge, ...entry }) => ({
    position,
    entryId,
    hash,
    entry: entry.id === null ? undefined : isTooLarge ? null : (entry as ChainedEntry),
  }))
}

/** The head row. Undefined if it was deleted. */
export async function readAuditHead(client: Pool | PoolClient): Promise<AuditHead | undefined> {
  const { rows } = await client.query<AuditHead>(
    `select position, encode(hash, 'hex') as hash from audit_head`,
  )
  return rows[0]
}

export type UnchainedEntries = {
  /** Ids of the first entries that have no row in the chain. */
  readonly ids: readonly number[]
  /** Number of all entries. */
  readonly entries: number
}

const maxListed = 20
const idsPerPage = 1000

/** Walks all entries in pages, so that no statement takes long. All reads must see the same state. */
export async function readUnchainedEntries(client: PoolClient): Promise<UnchainedEntries> {
  const ids: number[] = []
  let entries = 0
  for (let page = await readIds(client, null); page.length > 0; page = await readIds(client, page.at(-1))) {
    entries += page.length
    const { rows } = await client.query<{ id: number }>(
      'select entry_id as id from audit_chain where entry_id = any($1::bigint[]) order by entry_id',
      [page],
    )
    const chained = new Set(rows.map(({ id }) => id))
    ids.push(...page.filter((id) => !chained.has(id)).slice(0, maxListed - ids.length))
  }
  return { ids, entries }
}

/** Null starts with the lowest id, which can be negative in a changed table. */
async function readIds(client: PoolClient, after: number | null | undefined): Promise<readonly number[]> {
  const { rows } = await client.query<{ id: number }>(
    'select id from audit_entries where $1::bigint is null or id > $1 order by id limit $2',
    [after, idsPerPage],
  )
  return rows.map(({ id }) => id)
}
