import { dayMs } from '#core/candle/period.ts'
import type { Micros } from '#core/money/amounts.ts'
import type { WithdrawalRecord } from '#server/funds/funds-types.ts'
import { sumWithdrawals, type WithdrawalSums } from '#server/funds/withdrawals-store.ts'
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

/** Whatever the number of records, which are all of one user, identity and sums are asked for once. */
export function createMissingCheck({ pool, clock, kyc, rules }: MissingParts) {
  return async (records: readonly WithdrawalRecord[]): Promise<ReadonlyMap<number, Missing>> => {
    const unpaid = records.filter(({ state }) => unpaidStates.includes(state))
    const [first] = unpaid
    if (first === undefined) return new Map()
    if (rules.needsIdentity() && (await kyc.statusOf(first.userId)) !== 2)
      return new Map(unpaid.map(({ id }) => [id, 'identity']))
    const reviewing = unpaid.filter(({ state }) => state === 'reviewing').map(({ id }) => id)
    if (reviewing.length === 0) return new Map()
    const sums = await sumWithdrawals(pool, reviewing, new Date(clock.now() - dayMs))
    // Not by the sum to the destination, which would tell users of withdrawals by others.
    const isLarge = ({ ofUser }: WithdrawalSums) => ofUser >= rules.secondOperatorFrom()
    return new Map([...sums].filter(([, found]) => isLarge(found)).map(([id]) => [id, 'second_operator']))
  }
}

/** Null: the engine has not decided it yet. */
const unpaidStates: readonly WithdrawalRecord['state'][] = [null, 'locked', 'reviewing', 'approved']
