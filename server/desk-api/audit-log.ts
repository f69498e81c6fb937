import { type AuditLogAnswer, auditLog } from '#contract/desk/audit.ts'
import { answered } from '#contract/outcome.ts'
import { type AuditedEntry, readAudit } from '#server/audit/audit.ts'
import { auditLook } from '#server/desk-api/audit-look.ts'
import { operatorRoute, type Route } from '#server/gateway/gateway.ts'
import type { Operators } from '#server/operators/operators.ts'
import type { Pool } from '#server/storage/storage.ts'

type Parts = { readonly operators: Operators; readonly pool: Pool }

const pageSize = 20

export function readAuditLog({ operators, pool }: Parts): Route {
  return operatorRoute(auditLog, operators.identify, async ({ page }, by, caller) => {
    await auditLook(pool, by, caller, { action: 'audit_read', subject: `audit_page:${page}` })
    const { entries, total } = await readAudit(pool, { page, pageSize })
    return answered({ data: entries.map(entryToWire), total })
  })
}

function entryToWire(entry: AuditedEntry): AuditLogAnswer['data'][number] {
  const { id, at, who, action, subject, details, address } = entry
  return { id, at: at.toISOString(), who, action, subject, details: JSON.stringify(details), address }
}
