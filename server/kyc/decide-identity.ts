import { parseRemark } from '#core/kyc/remark.ts'
import { auditDuty } from '#server/kyc/audit-duty.ts'
import { countChecks, lockCheck, oldestWaiting, storeDecision } from '#server/kyc/identity-store.ts'
import type { Decision, DecisionResult } from '#server/kyc/kyc-types.ts'
import type { Clock } from '#server/platform/clock.ts'
import { inTransaction, type Pool, type PoolClient } from '#server/storage/storage.ts'

type Parts = { readonly pool: Pool; readonly clock: Clock }

/** The decision and its audit entry are one. A check is decided once, by one operator. */
export async function decideIdentity({ pool, clock }: Parts, decision: Decision): Promise<DecisionResult> {
  const { id, approve, operator } = decision
  const state = approve ? 'approved' : 'refused'
  // Only a refusal is explained to its user; an approval has nothing to say.
  const remark = approve ? '' : (parseRemark(decision.remark) ?? '')
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
    // The remark stays with the check: it may speak of what the document says, and the log never does.
    const details = { user: check.userId }
    await auditDuty(client, decision, { action: `identity_${state}`, checkId: id, details })
    return { kind: 'decided', state, ...(await whatIsLeft(client)) }
  })
}

async function whatIsLeft(client: PoolClient) {
  return { next: await oldestWaiting(client), waiting: await countChecks(client, 'waiting') }
}
