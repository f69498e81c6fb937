import { recordAudit } from '#server/audit/audit.ts'
import type { Pool, PoolClient } from '#server/storage/storage.ts'
import type { Reviewer } from '#server/support/support-types.ts'

/** Texts are not audited: a viewer may read the audit log, but not the threads. */
export async function auditSupport(
  client: Pool | PoolClient,
  { operator, address }: Reviewer,
  action: string,
  subject: string,
  details: Readonly<Record<string, number | string>> = {},
): Promise<void> {
  const { operatorId, email: who } = operator
  await recordAudit(client, { operatorId, who, action, subject, details, address })
}
