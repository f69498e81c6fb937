// Entry point of the KYC module: submission and review of identity documents.
import { ensureNever } from '#core/ensure-never.ts'
import { maskDocumentNumber } from '#core/kyc/identity.ts'
import { countChecks, listChecks, readLatest } from '#server/kyc/identity-checks-store.ts'
import type {
  CheckDetails,
  CheckQueue,
  Decision,
  DecisionResult,
  IdentityOverview,
  IdentityState,
  IdentityStatus,
  Reviewer,
  Submission,
  SubmissionResult,
} from '#server/kyc/kyc-types.ts'
import { decideIdentity, viewCheck, viewImage } from '#server/kyc/review-identity.ts'
import { submitIdentity } from '#server/kyc/submit-identity.ts'
import type { AddNotices } from '#server/notices/notices.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Pool } from '#server/storage/storage.ts'
import type { Uploads } from '#server/uploads/uploads.ts'

export type {
  CheckDetails,
  CheckQueue,
  DecisionResult,
  IdentityOverview,
  IdentityState,
  IdentityStatus,
  Reviewer,
  SubmissionResult,
} from '#server/kyc/kyc-types.ts'

export type Kyc = {
  /** Idempotent: repeating the same submission while it waits changes nothing. */
  readonly submit: (submission: Submission) => Promise<SubmissionResult>
  readonly overview: (userId: number) => Promise<IdentityOverview>
  readonly statusOf: (userId: number) => Promise<IdentityStatus>
  /** Pages of twenty, starting at 1. */
  readonly queue: (input: { readonly state: IdentityState; readonly page: number }) => Promise<CheckQueue>
  readonly waitingCount: () => Promise<number>
  /** Audited. Undefined if the check does not exist. */
  readonly view: (input: Reviewer & { readonly id: number }) => Promise<CheckDetails | undefined>
  /** Audited and idempotent: the same decision by the same operator returns the same answer. */
  readonly decide: (decision: Decision) => Promise<DecisionResult>
  /** Audited. The JPEG, or undefined if the image is not part of a check. */
  readonly image: (input: Reviewer & { readonly name: string }) => Promise<Uint8Array | undefined>
}

type KycParts = {
  readonly pool: Pool
  readonly clock: Clock
  readonly uploads: Uploads
  readonly addNotices: AddNotices
}

export function createKyc(parts: KycParts): Kyc {
  const { pool } = parts
  return {
    submit: async (submission) => await submitIdentity(parts, submission),
    overview: async (userId) => await readOverview(pool, userId),
    statusOf: async (userId) => statusOf((await readLatest(pool, userId))?.state),
    queue: async ({ state, page }) => await readQueue(pool, state, page),
    waitingCount: async () => await countChecks(pool, 'waiting'),
    view: async (input) => await viewCheck(pool, input),
    decide: async (decision) => await decideIdentity(parts, decision),
    image: async (input) => await viewImage(parts, input),
  }
}

function statusOf(state: IdentityState | undefined): IdentityStatus {
  switch (state) {
    case undefined:
    case 'refused':
      return 0
    case 'waiting':
      return 1
    case 'approved':
      return 2
    default:
      return ensureNever(state)
  }
}

async function readOverview(pool: Pool, userId: number): Promise<IdentityOverview> {
  const latest = await readLatest(pool, userId)
  return {
    status: statusOf(latest?.state),
    remark: latest?.remark ?? '',
    name: latest?.name ?? '',
    documentNumber: maskDocumentNumber(latest?.documentNumber ?? ''),
    submittedAt: latest?.submittedAt,
    decidedAt: latest?.decidedAt,
  }
}

const pageSize = 20

async function readQueue(pool: Pool, state: IdentityState, page: number): Promise<CheckQueue> {
  const checks = await listChecks(pool, state, { limit: pageSize, offset: (page - 1) * pageSize })
  const total = await countChecks(pool, state)
  const waiting = state === 'waiting' ? total : await countChecks(pool, 'waiting')
  return { checks, total, waiting }
}
