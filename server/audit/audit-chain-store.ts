// Reads the chain of the audit log. Only a trigger of the database writes it.
import type { Pool, PoolClient } from 'pg'
import type { AuditHead, ChainedEntry } from '#server/audit/audit-chain.ts'

/** A row of the chain with its entry; undefined if there is no such entry. */
export type ChainRow = {
  readonly position: number
  readonly entryId: number
  readonly hash: Buffer
  readonly entry: ChainedEntry | undefined
}

type Row = Omit<ChainRow, 'entry'> & Readonly<Record<keyof ChainedEntry, string | null>>

/** An entry has at most 8 KiB of details, so a page has at most a few megabytes. */
const pageRows = 200

/** The next rows of the chain, in order. */
export async function readAuditChain(
  client: PoolClient,
  afterPosition: number,
): Promise<readonly ChainRow[]> {
  const { rows } = await client.query<Row>(
    `select position, entry_id as "entryId", hash, id::text,
       trim_scale(extract(epoch from at) * 1000000)::text as at, operator_id::text as "operatorId",
       who, action, subject, details::text, address
     from (select * from audit_chain where position > $1 order by position limit $2) page
     left join audit_entries on id = entry_id
     order by position`,
    [afterPosition, pageRows],
  )
  return rows.map(({ position, entryId, hash, ...entry }) => ({
    position,
    entryId,
    hash,
    entry: entry.id === null ? undefined : (entry as ChainedEntry),
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

export async function readUnchainedEntries(client: PoolClient): Promise<UnchainedEntries> {
  const unchained = await client.query<{ id: number }>(
    `select id from audit_entries
     where not exists (select from audit_chain where entry_id = id) order by id limit $1`,
    [maxListed],
  )
  const counted = await client.query<{ entries: number }>('select count(*) as entries from audit_entries')
  return { ids: unchained.rows.map(({ id }) => id), entries: counted.rows[0]?.entries ?? 0 }
}
