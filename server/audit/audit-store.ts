import type { Pool, PoolClient } from 'pg'

export type AuditEntry = {
  /** Undefined for what the system or a command line did; `who` names it then. */
  readonly operatorId: number | undefined
  /** The operator's address, or the name of what acted in their place: `cli:anna`, `system`. */
  readonly who: string
  /** What was done, in words joined by `_`: `identity_approved`. */
  readonly action: string
  /** What it was done to: `identity_check:12`. */
  readonly subject: string
  /** Never a secret, never what a document says of a person. At most 8 KiB. */
  readonly details?: Readonly<Record<string, unknown>>
  /** The network address it came from; empty when it came from none. */
  readonly address: string
}

/** An entry as it stands in the table. */
export type AuditedEntry = Required<AuditEntry> & { readonly id: number; readonly at: Date }

type AuditPage = { readonly entries: readonly AuditedEntry[]; readonly total: number }

/** Handed the session of a transaction, it is written together with what it tells of, or not at all. */
export async function recordAudit(client: Pool | PoolClient, entry: AuditEntry): Promise<void> {
  const { operatorId, who, action, subject, details = {}, address } = entry
  await client.query(
    `insert into audit_entries (operator_id, who, action, subject, details, address)
     values ($1, $2, $3, $4, $5, $6)`,
    [operatorId, who, action, subject, JSON.stringify(details), address],
  )
}

const largestPage = 100

type Row = {
  readonly id: number
  readonly at: Date
  readonly operator_id: number | null
  readonly who: string
  readonly action: string
  readonly subject: string
  readonly details: Readonly<Record<string, unknown>>
  readonly address: string
}

/** Newest first, pages from 1. A page is never larger than a hundred entries, whatever is asked for. */
export async function readAudit(
  pool: Pool,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<AuditPage> {
  const size = Math.min(pageSize, largestPage)
  const { rows } = await pool.query<Row>(
    `select id, at, operator_id, who, action, subject, details, address
     from audit_entries order by id desc limit $1 offset $2`,
    [size, (page - 1) * size],
  )
  const counted = await pool.query<{ total: number }>('select count(*) as total from audit_entries')
  const entries = rows.map(({ operator_id, ...row }) => ({ ...row, operatorId: operator_id ?? undefined }))
  return { entries, total: counted.rows[0]?.total ?? 0 }
}
