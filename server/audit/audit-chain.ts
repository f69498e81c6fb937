import { createHash } from 'node:crypto'

/** Position and hash of an entry in the chain of the audit log. */
export type AuditHead = { readonly position: number; readonly hash: string }

/** An entry as its hash covers it: every column as text. The store reads it in this form. */
export type ChainedEntry = {
  readonly id: string
  /** Microseconds since 1970. */
  readonly at: string
  readonly operatorId: string | null
  readonly who: string
  readonly action: string
  readonly subject: string
  /** The text of the jsonb value. */
  readonly details: string
  readonly address: string
}

/** The hash before the first entry. */
export const auditChainStart = Buffer.alloc(32)

const tag = Buffer.from('openlot audit entry')

/** The same as `audit_hash` in the database. */
export function auditHash(previous: Buffer, entry: ChainedEntry): Buffer {
  const { id, at, operatorId, who, action, subject, details, address } = entry
  const hash = createHash('sha256').update(tag).update(previous)
  for (const field of [id, at, operatorId, who, action, subject, details, address]) addField(hash, field)
  return hash.digest()
}

/** The number of bytes, then the bytes. Null is a length of -1. */
function addField(hash: ReturnType<typeof createHash>, value: string | null): void {
  const bytes = Buffer.from(value ?? '')
  const length = Buffer.alloc(4)
  length.writeInt32BE(value === null ? -1 : bytes.length)
  hash.update(length).update(bytes)
}
