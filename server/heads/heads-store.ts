import type { Pool, PoolClient } from 'pg'
import type { Head } from '#server/heads/head.ts'

type Heads = Pick<Head, 'journal' | 'audit'>

/** The current heads, and the hashes where those of before were; undefined if nothing is there any more. */
export type CurrentHeads = Heads & {
  readonly journalThen: string | undefined
  readonly auditThen: string | undefined
}

type Row = {
  readonly seq: number
  readonly journalHash: string
  readonly position: number
  readonly auditHash: string
  readonly journalThen: string | null
  readonly auditThen: string | null
}

/** In one statement, so that all of it is of the same moment. */
export async function readCurrentHeads(pool: Pool, then: Heads | undefined): Promise<CurrentHeads> {
  const { rows } = await pool.query<Row>(
    `select last_seq as seq, encode(last_hash, 'hex') as "journalHash",
       position, encode(audit_head.hash, 'hex') as "auditHash",
       (select encode(hash, 'hex') from journal where shard_group = 0 and seq = $1) as "journalThen",
       (select encode(hash, 'hex') from audit_chain where position = $2) as "auditThen"
     from engine_leases, audit_head where shard_group = 0`,
    [then?.journal.seq ?? 0, then?.audit.position ?? 0],
  )
  const [row] = rows
  if (row === undefined) throw new Error('the head of the journal or of the audit log is missing')
  return {
    journal: { seq: row.seq, hash: row.journalHash },
    audit: { position: row.position, hash: row.auditHash },
    journalThen: row.journalThen ?? undefined,
    auditThen: row.auditThen ?? undefined,
  }
}

/** Hashes of these batches, in hexadecimal. Numbers that are not in the journal are left out. */
export async function readJournalHashes(
  client: PoolClient,
  seqs: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await client.query<{ at: number; hash: string }>(
    `select seq as at, encode(hash, 'hex') as hash from journal where shard_group = 0 and seq = any($1::bigint[])`,
    [seqs],
  )
  return new Map(rows.map(({ at, hash }) => [at, hash]))
}

/** The same for the chain of the audit log. */
export async function readAuditHashes(
  client: PoolClient,
  positions: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await client.query<{ at: number; hash: string }>(
    `select position as at, encode(hash, 'hex') as hash from audit_chain where position = any($1::bigint[])`,
    [positions],
  )
  return new Map(rows.map(({ at, hash }) => [at, hash]))
}
