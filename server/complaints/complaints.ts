// Entry point of complaints: filed by users, answered once by operators, each with a pack of evidence.
import { countOpen, countOverdue, listQueue, readNextOpen } from '#server/complaints/complaint-queue-store.ts'
import { listOfUser, readComplaint } from '#server/complaints/complaints-store.ts'
import type {
  Complaint,
  ListedComplaint,
  Page,
  QueuedComplaint,
  ReviewedComplaint,
  Reviewer,
} from '#server/complaints/complaints-types.ts'
import {
  type FileParts,
  type FileResult,
  fileComplaint,
  type TypedComplaint,
} from '#server/complaints/file-complaint.ts'
import { createPackDownloads, type PackResult } from '#server/complaints/pack-downloads.ts'
import { findReadyPack } from '#server/complaints/packs-store.ts'
import {
  type AnswerResult,
  answerComplaint,
  type ReviewParts,
  viewComplaint,
  viewPack,
} from '#server/complaints/review-complaint.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Timers } from '#server/platform/timers.ts'
import type { SessionUser } from '#server/users/users.ts'

export type {
  Complaint,
  ListedComplaint,
  QueuedComplaint,
  ReviewedComplaint,
} from '#server/complaints/complaints-types.ts'
export type { PublishedHead } from '#server/complaints/pack/check-heads.ts'
export { checkPack } from '#server/complaints/pack/check-pack.ts'
export { comparePack } from '#server/complaints/pack/compare-pack.ts'
export { type EvidencePack, maxPackBytes } from '#server/complaints/pack/pack-format.ts'
export { type PackMakerParts, startPackMaker } from '#server/complaints/pack-maker.ts'

type Viewed = Reviewer & { readonly id: number }

export type ComplaintQueue = Page<QueuedComplaint> & { readonly waiting: number; readonly overdue: number }

export type Complaints = {
  /** Idempotent by key. */
  readonly file: (typed: TypedComplaint) => Promise<FileResult>
  readonly list: (userId: number, page: number) => Promise<Page<ListedComplaint>>
  /** Undefined if the user has no such complaint. */
  readonly read: (userId: number, id: number) => Promise<Complaint | undefined>
  /** Not found if the user has no such complaint, or its pack is not ready. */
  readonly pack: (user: Pick<SessionUser, 'userId' | 'isDemo'>, id: number) => Promise<PackResult>
  readonly queue: (state: ListedComplaint['state'], page: number) => Promise<ComplaintQueue>
  readonly openCount: () => Promise<number>
  /** What is left to do after an answer. */
  readonly remaining: () => Promise<{ readonly next: number | undefined; readonly waiting: number }>
  /** Audited. Undefined if it does not exist. */
  readonly view: (viewed: Viewed) => Promise<ReviewedComplaint | undefined>
  /** Audited. Not found if it is not ready. */
  readonly viewPack: (viewed: Viewed) => Promise<PackResult>
  /** Audited. The user gets a message. A second answer is refused. */
  readonly answer: (typed: Viewed & { readonly answer: string }) => Promise<AnswerResult>
}

export type ComplaintsParts = FileParts &
  ReviewParts & {
    readonly clock: Clock
    readonly timers: Pick<Timers, 'after'>
    /** Called after a complaint was filed, so that its pack is made. */
    readonly onFiled: () => void
  }

export function createComplaints(parts: ComplaintsParts): Complaints {
  const { pool, clock } = parts
  const downloads = createPackDownloads(parts)
  return {
    async file(typed) {
      const result = await fileComplaint(parts, typed)
      if (result.kind === 'filed' && result.isNew) parts.onFiled()
      return result
    },
    list: async (userId, page) => await listOfUser(pool, userId, page),
    read: async (userId, id) => await readComplaint(pool, id, userId),
    pack: async ({ userId, isDemo }, id) =>
      await downloads.read({ kind: isDemo ? 'demo_user' : 'user', id: userId }, () =>
        findReadyPack(pool, id, userId),
      ),
    async queue(state, page) {
      const listed = await listQueue(pool, state, page)
      const waiting = await countOpen(pool)
      return { ...listed, waiting, overdue: await countOverdue(pool, new Date(clock.now())) }
    },
    openCount: async () => await countOpen(pool),
    remaining: async () => ({ next: await readNextOpen(pool), waiting: await countOpen(pool) }),
    view: async (viewed) => await viewComplaint(pool, viewed),
    viewPack: async (viewed) =>
      await downloads.read({ kind: 'operator', id: viewed.operator.operatorId }, () =>
        viewPack(pool, viewed),
      ),
    answer: async (typed) => await answerComplaint(parts, typed),
  }
}
