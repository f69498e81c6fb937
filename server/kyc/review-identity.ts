import { parseRemark } from '#core/kyc/identity.ts'
import { recordAudit } from '#server/audit/audit.ts'
import {
  countChecks,
  findByPicture,
  lockCheck,
  oldestWaiting,
  readWhole,
  storeDecision,
} from '#server/kyc/identity-checks-store.ts'
import type { CheckDetails, Decision, DecisionResult, Reviewer } from '#server/kyc/kyc-types.ts'
import type { Clock } from '#server/platform/clock.ts'
import { inTransaction, type Pool, type PoolClient } from '#server/storage/storage.ts'
import type { Uploads } from '#server/uploads/uploads.ts'

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

/** Nobody sees a check without an entry that says they did. */
export async function viewCheck(
  pool: Pool,
  { id, ...duty }: Reviewer & { readonly id: number },
): Promise<CheckDetails | undefined> {
  return await inTransaction(pool, async (client) => {
    const check = await readWhole(client, id)
    if (check === undefined) return undefined
    await auditDuty(client, duty, { action: 'identity_viewed', checkId: id, details: { user: check.userId } })
    return check
  })
}

type PictureParts = { readonly pool: Pool; readonly uploads: Pick<Uploads, 'readForDuty'> }

/** The same for its pictures. One that belongs to no check is nobody's business here. */
export async function viewPicture(
  { pool, uploads }: PictureParts,
  { name, ...duty }: Reviewer & { readonly name: string },
): Promise<Uint8Array | undefined> {
  const bytes = await uploads.readForDuty(name)
  if (bytes === undefined) return undefined
  return await inTransaction(pool, async (client) => {
    const found = await findByPicture(client, name)
    if (found === undefined) return undefined
    const { id: checkId, side } = found
    await auditDuty(client, duty, { action: 'identity_picture_viewed', checkId, details: { side } })
    return bytes
  })
}

type Deed = {
  readonly action: string
  readonly checkId: number
  /** Never the name or the number of a document: the log is read by more people than they are. */
  readonly details: Readonly<Record<string, unknown>>
}

/** Part of the transaction that does or shows what it tells of. */
async function auditDuty(client: PoolClient, { operator, address }: Reviewer, deed: Deed): Promise<void> {
  await recordAudit(client, {
    operatorId: operator.operatorId,
    who: operator.email,
    action: deed.action,
    subject: `identity_check:${deed.checkId}`,
    details: deed.details,
    address,
  })
}
