import type { Pool, PoolClient } from 'pg'

export type AuditEntry = {
  /** Undefined for the system and the command line, which `who` names. */
  readonly operatorId: number | undefined
  /** The operator's email, or another actor such as `cli:anna` or `system`. */
  readonly who: string
  /** Snake case, such as `identity_approved`. */
  readonly action: string
  /** The object of the action, such as `identity_check:12`. */
  readonly subject: string
  /** Never secrets or personal data from documents. At most 8 KiB, and 64 KiB as text. */
  readonly details?: Readonly<Record<string, unknown>>
  /** The client's network address, or empty. */
  readonly address: string
}

/** A stored entry. */
export type AuditedEntry = Required<AuditEntry> & { readonly id: number; readonly at: Date }

type AuditPage = { readonly entries: readonly AuditedEntry[]; readonly total: number }

/** Pass the client of a transaction to write the entry atomically with the action it records. */
export async function recordAudit(client: Pool | PoolClient, entry: AuditEntry): Promise<void> {
  const { operatorId, who, action, subject, details = {}, address } = entry
  await client.query(
    `insert into audit_entries (operator_id, who, action, subject, details, address)
     values ($1, $2, $3, $4, $5, $6)`,
    [operatorId, who, action, subject, JSON.stringify(details), address],
  )
}

const maxPageSize = 100

type Row = {
  readonly id: number
  readonly at: Date
  readonly operator_id: number | null
  readonly who: string
  readonly action: string
  readonly subject: string
  readonly details: Readonly<Record<string, unknown>> | null
  readonly address: string
}

/** An entry of before the limit can have details whose text is longer. */
const maxDetailsBytes = 65_536
const detailsLeftOut = { left_out: `longer than ${maxDetailsBytes} bytes` }

/** Newest first. Pages start at 1 and hold at most 100 entries. Details that are too long are left out. */
export async function readAudit(
  pool: Pool,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<AuditPage> {
  const size = Math.min(pageSize, maxPageSize)
  const { rows } = await pool.query<Row>(
    `select id, at, operator_id, who, action, subject,
       case when octet_length(details::text) <= $3 then details end as details, address
     from (select * from audit_entries order by id desc limit $1 offset $2) page order by id desc`,
    [size, (page - 1) * size, maxDetailsBytes],
  )
  const counted = await pool.query<{ total: number }>('select count(*) as total from audit_entries')
  const entries = rows.map(({ operator_id, details, ...row }) => ({
    ...row,
    operatorId: operator_id ?? undefined,
    details: details ?? detailsLeftOut,
  }))
  return { entries, total: counted.rows[0]?.total ?? 0 }
}
