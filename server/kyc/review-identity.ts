import { parseRemark } from '#core/user/operator-remark.ts'
import { recordAudit } from '#server/audit/audit.ts'
import {
  countChecks,
  findCheckOfImage,
  lockCheck,
  readDetails,
  readOldestWaiting,
  storeDecision,
} from '#server/kyc/identity-checks-store.ts'
import type { CheckDetails, Decision, DecisionResult, Reviewer } from '#server/kyc/kyc-types.ts'
import type { AddNotices } from '#server/notices/notices.ts'
import type { Clock } from '#server/platform/clock.ts'
import { inTransaction, type Pool, type PoolClient } from '#server/storage/storage.ts'
import type { Uploads } from '#server/uploads/uploads.ts'

type Parts = { readonly pool: Pool; readonly clock: Clock; readonly addNotices: AddNotices }

/** Stores the decision, its audit entry and the notice to the user in one transaction. A check is decided once. */
export async function decideIdentity(
  { pool, clock, addNotices }: Parts,
  decision: Decision,
): Promise<DecisionResult> {
  const { id, approve, operator } = decision
  const state = approve ? 'approved' : 'refused'
  // Only a refusal has a remark, which the user reads.
  const remark = approve ? '' : (parseRemark(decision.remark) ?? '')
  return await inTransaction(pool, async (client) => {
    const check = await lockCheck(client, id)
    if (check === undefined) return { kind: 'refused', reason: 'not_found' }
    if (check.state !== 'waiting') {
      // The client repeats the decision if it did not receive the first answer.
      const isRepeat =
        check.state === state && check.decidedBy === operator.operatorId && check.remark === remark
      return isRepeat
        ? { kind: 'decided', state, ...(await remainingQueue(client)) }
        : { kind: 'refused', reason: 'already_decided' }
    }
    if (!approve && remark === '') return { kind: 'refused', reason: 'remark_required' }
    const decidedAt = new Date(clock.now())
    await storeDecision(client, { id, state, remark, operatorId: operator.operatorId, decidedAt })
    // The remark is not audited: it may quote the document.
    const details = { user: check.userId }
    await recordReviewAudit(client, decision, { action: `identity_${state}`, checkId: id, details })
    const content = approve
      ? ({ kind: 'identity_verified' } as const)
      : ({ kind: 'identity_refused', remark } as const)
    const { userId } = check
    await addNotices(client, [{ userId, source: `identity:${id}`, atMs: decidedAt.getTime(), content }])
    return { kind: 'decided', state, ...(await remainingQueue(client)) }
  })
}

async function remainingQueue(client: PoolClient) {
  return { next: await readOldestWaiting(client), waiting: await countChecks(client, 'waiting') }
}

/** Every view is audited. */
export async function viewCheck(
  pool: Pool,
  { id, ...reviewer }: Reviewer & { readonly id: number },
): Promise<CheckDetails | undefined> {
  return await inTransaction(pool, async (client) => {
    const check = await readDetails(client, id)
    if (check === undefined) return undefined
    await recordReviewAudit(client, reviewer, {
      action: 'identity_viewed',
      checkId: id,
      details: { user: check.userId },
    })
    return check
  })
}

type ImageParts = { readonly pool: Pool; readonly uploads: Pick<Uploads, 'readForOperator'> }

/** Every view is audited. Undefined for an image that belongs to no check. */
export async function viewImage(
  { pool, uploads }: ImageParts,
  { name, ...reviewer }: Reviewer & { readonly name: string },
): Promise<Uint8Array | undefined> {
  const bytes = await uploads.readForOperator(name)
  if (bytes === undefined) return undefined
  return await inTransaction(pool, async (client) => {
    const found = await findCheckOfImage(client, name)
    if (found === undefined) return undefined
    const { id: checkId, side } = found
    await recordReviewAudit(client, reviewer, {
      action: 'identity_picture_viewed',
      checkId,
      details: { side },
    })
    return bytes
  })
}

type ReviewAction = {
  readonly action: string
  readonly checkId: number
  /** Must not contain names or document numbers: a viewer may read the audit log, but not the checks. */
  readonly details: Readonly<Record<string, unknown>>
}

async function recordReviewAudit(
  client: PoolClient,
  { operator, address }: Reviewer,
  entry: ReviewAction,
): Promise<void> {
  await recordAudit(client, {
    operatorId: operator.operatorId,
    who: operator.email,
    action: entry.action,
    subject: `identity_check:${entry.checkId}`,
    details: entry.details,
    address,
  })
}
