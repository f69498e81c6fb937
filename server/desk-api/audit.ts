import { type AuditLogAnswer, auditLog } from '#contract/desk/audit.ts'
import { answered } from '#contract/outcome.ts'
import { type AuditedEntry, readAudit, recordAudit } from '#server/audit/audit.ts'
import { type Caller, operatorRoute, type Route } from '#server/gateway/gateway.ts'
import type { Operators, SessionOperator } from '#server/operators/operators.ts'
import type { Pool } from '#server/storage/storage.ts'

type AuditParts = { readonly operators: Operators; readonly pool: Pool }

const pageSize = 20

export function readAuditLog({ operators, pool }: AuditParts): Route {
  return operatorRoute(auditLog, operators.authenticate, async ({ page }, by, caller) => {
    await auditRead(pool, by, caller, { action: 'audit_read', subject: `audit_page:${page}` })
    const { entries, total } = await readAudit(pool, { page, pageSize })
    return answered({ data: entries.map(entryToWire), total })
  })
}

function entryToWire(entry: AuditedEntry): AuditLogAnswer['data'][number] {
  const { id, at, who, action, subject, details, address } = entry
  return { id, at: at.toISOString(), who, action, subject, details: JSON.stringify(details), address }
}

/** Call it before the data is read: if the read cannot be audited, nothing is shown. */
export async function auditRead(
  pool: Pool,
  { operatorId, email: who }: SessionOperator,
  { address }: Caller,
  { action, subject }: { readonly action: string; readonly subject: string },
): Promise<void> {
  await recordAudit(pool, { operatorId, who, action, subject, address })
}
