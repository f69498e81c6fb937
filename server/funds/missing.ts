import { dayMs } from '#core/candle/period.ts'
import type { Micros } from '#core/money/amounts.ts'
import type { WithdrawalRecord } from '#server/funds/funds-types.ts'
import { sumWithdrawals } from '#server/funds/withdrawals-store.ts'
import type { Kyc } from '#server/kyc/kyc.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Pool } from '#server/storage/storage.ts'

/** What an open withdrawal waits for, besides the operators' ordinary work. */
export type Missing = 'identity' | 'second_operator'

type MissingParts = {
  readonly pool: Pool
  readonly clock: Pick<Clock, 'now'>
  readonly kyc: Pick<Kyc, 'statusOf'>
  readonly rules: { readonly needsIdentity: () => boolean; readonly secondOperatorFrom: () => Micros }
}

export function createMissingCheck(parts: MissingParts) {
  const { kyc, rules } = parts
  return async (record: WithdrawalRecord): Promise<Missing | null> => {
    const isEarly = record.state === null || record.state === 'locked' || record.state === 'reviewing'
    if (!isEarly) return null
    if (rules.needsIdentity() && (await kyc.statusOf(record.userId)) !== 2) return 'identity'
    if (record.state !== 'reviewing') return null
    return (await needsSecondOperator(parts, record.userId)) ? 'second_operator' : null
  }
}

/** The limit counts all open withdrawals of the user, and those sent within the last 24 hours. */
async function needsSecondOperator({ pool, clock, rules }: MissingParts, userId: number): Promise<boolean> {
  const since = new Date(clock.now() - dayMs)
  return (await sumWithdrawals(pool, userId, since)) >= rules.secondOperatorFrom()
}
