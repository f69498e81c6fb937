import { recordAudit } from '#server/audit/audit.ts'
import type { Reviewer } from '#server/kyc/kyc-types.ts'
import type { PoolClient } from '#server/storage/storage.ts'

type Deed = {
  readonly action: string
  readonly checkId: number
  /** Never the name or the number of a document: the log is read by more people than they are. */
  readonly details: Readonly<Record<string, unknown>>
}

/** Part of the transaction that does or shows what it tells of. */
export async function auditDuty(
  client: PoolClient,
  { operator, address }: Reviewer,
  deed: Deed,
): Promise<void> {
  await recordAudit(client, {
    operatorId: operator.operatorId,
    who: operator.email,
    action: deed.action,
    subject: `identity_check:${deed.checkId}`,
    details: deed.details,
    address,
  })
}
