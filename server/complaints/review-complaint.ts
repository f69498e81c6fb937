// Complaints as operators work on them. Reads of one complaint and of its pack are audited before they are answered.
import { type Refusal, refused } from '#contract/outcome.ts'
import { complaintLimits, parseComplaintText } from '#core/complaint/complaint.ts'
import { recordAudit } from '#server/audit/audit.ts'
import { lockComplaint, readReviewed, storeAnswer } from '#server/complaints/complaint-queue-store.ts'
import type { ReviewedComplaint, Reviewer } from '#server/complaints/complaints-types.ts'
import { findReadyPack, type ReadyPack } from '#server/complaints/packs-store.ts'
import type { AddNotices } from '#server/notices/notices.ts'
import type { Clock } from '#server/platform/clock.ts'
import { inTransaction, type Pool, type PoolClient } from '#server/storage/storage.ts'

export type ReviewParts = {
  readonly pool: Pool
  readonly clock: Pick<Clock, 'now'>
  readonly addNotices: AddNotices
}

type Viewed = Reviewer & { readonly id: number }

export async function viewComplaint(pool: Pool, viewed: Viewed): Promise<ReviewedComplaint | undefined> {
  return await inTransaction(pool, async (client) => {
    const found = await readReviewed(client, viewed.id)
    if (found !== undefined) await auditReview(client, viewed, 'complaint_viewed', found.userId)
    return found
  })
}

/** Undefined if it is not ready. */
export async function viewPack(pool: Pool, viewed: Viewed): Promise<ReadyPack | undefined> {
  return await inTransaction(pool, async (client) => {
    const pack = await findReadyPack(client, viewed.id)
    if (pack !== undefined) await auditReview(client, viewed, 'complaint_pack_downloaded', pack.userId)
    return pack
  })
}

export type AnswerResult = { readonly kind: 'answered' } | Refusal

/** The answer, its audit entry and the notice to the user are stored in one transaction. */
export async function answerComplaint(
  parts: ReviewParts,
  typed: Viewed & { readonly answer: string },
): Promise<AnswerResult> {
  const answer = parseComplaintText(typed.answer, complaintLimits.answer)
  if (answer === undefined) return refused('invalid_input', { field: 'answer' })
  const { id, operator } = typed
  return await inTransaction(parts.pool, async (client) => {
    const complaint = await lockComplaint(client, id)
    if (complaint === undefined) return refused('not_found')
    if (complaint.answer !== null) {
      // The client repeats the answer if it did not receive the first outcome.
      const isRepeat = complaint.answer === answer && complaint.answeredBy === operator.operatorId
      return isRepeat ? { kind: 'answered' } : refused('already_decided')
    }
    const at = new Date(parts.clock.now())
    await storeAnswer(client, { id, answer, operatorId: operator.operatorId, at })
    await auditReview(client, typed, 'complaint_answered', complaint.userId)
    const content = { kind: 'complaint_answered', number: complaint.number } as const
    const { userId } = complaint
    await parts.addNotices(client, [{ userId, source: `complaint:${id}`, atMs: at.getTime(), content }])
    return { kind: 'answered' }
  })
}

/** Texts are not audited: a viewer may read the audit log, but not the complaints. */
async function auditReview(
  client: PoolClient,
  { id, operator, address }: Viewed,
  action: string,
  userId: number,
): Promise<void> {
  await recordAudit(client, {
    operatorId: operator.operatorId,
    who: operator.email,
    action,
    subject: `complaint:${id}`,
    details: { user: userId },
    address,
  })
}
