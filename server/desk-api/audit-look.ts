import { recordAudit } from '#server/audit/audit.ts'
import type { Caller } from '#server/gateway/gateway.ts'
import type { SessionOperator } from '#server/operators/operators.ts'
import type { Pool } from '#server/storage/storage.ts'

type Look = { readonly action: string; readonly subject: string }

/** Written before anything is shown: what cannot be audited is not seen. */
export async function auditLook(
  pool: Pool,
  { operatorId, email: who }: SessionOperator,
  { address }: Caller,
  { action, subject }: Look,
): Promise<void> {
  await recordAudit(pool, { operatorId, who, action, subject, address })
}
