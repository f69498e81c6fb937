// When paying a withdrawal needs a second operator.
import { dayMs } from '#core/candle/period.ts'
import { type Micros, micros } from '#core/money/amounts.ts'
import { sumPaymentsOfOne, type WithdrawalDetails } from '#server/funds/review/withdrawal-review-store.ts'
import { sumWithdrawals, type WithdrawalSums } from '#server/funds/withdrawals-store.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Pool, PoolClient } from '#server/storage/storage.ts'

export type SecondOperatorRule = {
  /** Open, or sent within a day, this one included. */
  readonly sums: WithdrawalSums & {
    /** Paid by this operator and those tied to them, without an approval by another. */
    readonly byPayer: Micros
  }
  readonly isNeeded: boolean
}

type Parts = {
  readonly clock: Pick<Clock, 'now'>
  readonly secondOperatorFrom: () => Micros
}

/**
 * Many small withdrawals count like a large one: of one user, to one destination, and paid by one operator, or those tied
 * to them, within a day.
 */
export async function secondOperatorRule(
  { clock, secondOperatorFrom }: Parts,
  client: Pool | PoolClient,
  { id, amount }: Pick<WithdrawalDetails, 'id' | 'amount'>,
  payerIds: readonly number[],
): Promise<SecondOperatorRule> {
  const since = new Date(clock.now() - dayMs)
  const known = (await sumWithdrawals(client, [id], since)).get(id)
  if (known === undefined) throw new Error('the withdrawal does not exist')
  const others = await sumPaymentsOfOne(client, { id, payerIds, since })
  const byPayer = micros(Math.min(others + amount, Number.MAX_SAFE_INTEGER))
  const most = Math.max(known.ofUser, known.toDestination, byPayer)
  return { sums: { ...known, byPayer }, isNeeded: most >= secondOperatorFrom() }
}
