// The door of the identity room: who people say they are, and what operators made of it.
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
import { decideIdentity, viewCheck, viewPicture } from '#server/kyc/review-identity.ts'
import { submitIdentity } from '#server/kyc/submit-identity.ts'
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
  /** The very same submission again, while it waits, is no second one. */
  readonly submit: (submission: Submission) => Promise<SubmissionResult>
  readonly overview: (userId: number) => Promise<IdentityOverview>
  readonly statusOf: (userId: number) => Promise<IdentityStatus>
  /** Pages from 1, twenty each. */
  readonly queue: (asked: { readonly state: IdentityState; readonly page: number }) => Promise<CheckQueue>
  readonly waitingCount: () => Promise<number>
  /** Audited. Undefined when there is no such check. */
  readonly view: (asked: Reviewer & { readonly id: number }) => Promise<CheckDetails | undefined>
  /** Audited. The same decision again by the same operator changes nothing and is answered as the first was. */
  readonly decide: (decision: Decision) => Promise<DecisionResult>
  /** Audited. The bytes of a JPEG, if it is part of a check. */
  readonly picture: (asked: Reviewer & { readonly name: string }) => Promise<Uint8Array | undefined>
}

type KycParts = { readonly pool: Pool; readonly clock: Clock; readonly uploads: Uploads }

export function createKyc(parts: KycParts): Kyc {
  const { pool } = parts
  return {
    submit: async (submission) => await submitIdentity(parts, submission),
    overview: async (userId) => await readStanding(pool, userId),
    statusOf: async (userId) => statusOf((await readLatest(pool, userId))?.state),
    queue: async ({ state, page }) => await readQueue(pool, state, page),
    waitingCount: async () => await countChecks(pool, 'waiting'),
    view: async (asked) => await viewCheck(pool, asked),
    decide: async (decision) => await decideIdentity(parts, decision),
    picture: async (asked) => await viewPicture(parts, asked),
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

async function readStanding(pool: Pool, userId: number): Promise<IdentityOverview> {
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
