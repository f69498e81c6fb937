import { dayMs } from '#core/candle/period.ts'
import type { Micros } from '#core/money/amounts.ts'
import type { WithdrawalRecord } from '#server/funds/funds-types.ts'
import { sumWithdrawals } from '#server/funds/withdrawals-store.ts'
import type { Kyc } from '#server/kyc/kyc.ts'
import type { Pool } from '#server/storage/storage.ts'

/** What an open withdrawal waits for, besides the operators' ordinary work. */
export type Missing = 'identity' | 'second_operator'

type MissingParts = {
  readonly pool: Pool
  readonly kyc: Pick<Kyc, 'statusOf'>
  readonly rules: { readonly needsIdentity: () => boolean; readonly approvalAbove: () => Micros }
}

export function createMissingCheck({ pool, kyc, rules }: MissingParts) {
  return async (record: WithdrawalRecord): Promise<Missing | null> => {
    const isEarly = record.state === null || record.state === 'locked' || record.state === 'reviewing'
    if (!isEarly) return null
    if (rules.needsIdentity() && (await kyc.statusOf(record.userId)) !== 2) return 'identity'
    if (record.state !== 'reviewing') return null
    return (await needsApproval(pool, record, rules.approvalAbove())) ? 'second_operator' : null
  }
}

/** The limit counts what the user asked for within the 24 hours before, this request included. */
export async function needsApproval(
  pool: Pool,
  { userId, createdAt }: Pick<WithdrawalRecord, 'userId' | 'createdAt'>,
  above: Micros,
): Promise<boolean> {
  const since = new Date(createdAt.getTime() - dayMs)
  return (await sumWithdrawals(pool, userId, { since, until: createdAt })) > above
}
