import { parseRemark } from '#core/kyc/remark.ts'
import { auditDuty } from '#server/kyc/audit-duty.ts'
import { countChecks, lockCheck, oldestWaiting, storeDecision } from '#server/kyc/identity-store.ts'
import type { Deciding, Decision } from '#server/kyc/kyc-types.ts'
import type { Clock } from '#server/platform/clock.ts'
import { inTransaction, type Pool, type PoolClient } from '#server/storage/storage.ts'

type Parts = { readonly pool: Pool; readonly clock: Clock }

/** The decision and its audit entry are one. A check is decided once, by one operator. */
export async function decideIdentity({ pool, clock }: Parts, decision: Decision): Promise<Deciding> {
  const { id, approve, operator } = decision
  const state = approve ? 'approved' : 'refused'
  const words = parseRemark(decision.remark)
  // Only a refusal is explained to its user; what an operator notes beside an approval is for the audit.
  const remark = approve ? '' : (words ?? '')
  return await inTransaction(pool, async (client) => {
    const check = await lockCheck(client, id)
    if (check === undefined) return { kind: 'refused', reason: 'not_found' }
    if (check.state !== 'waiting') {
      // The very same decision again, because the first answer was lost.
      const isRepeat =
        check.state === state && check.decidedBy === operator.operatorId && check.remark === remark
      return isRepeat
        ? { kind: 'decided', state, ...(await whatIsLeft(client)) }
        : { kind: 'refused', reason: 'already_decided' }
    }
    if (!approve && remark === '') return { kind: 'refused', reason: 'remark_required' }
    const decidedAt = new Date(clock.now())
    await storeDecision(client, { id, state, remark, operatorId: operator.operatorId, decidedAt })
    const details = { user: check.userId, ...(words === undefined ? {} : { remark: words }) }
    await auditDuty(client, decision, { action: `identity_${state}`, checkId: id, details })
    return { kind: 'decided', state, ...(await whatIsLeft(client)) }
  })
}

async function whatIsLeft(client: PoolClient) {
  return { next: await oldestWaiting(client), waiting: await countChecks(client, 'waiting') }
}
