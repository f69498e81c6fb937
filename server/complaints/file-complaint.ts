// A complaint as its user files it. Text and records never change afterwards.
import { type Refusal, refused } from '#contract/outcome.ts'
import { dayMs } from '#core/candle/period.ts'
import { complaintLimits, parseComplaintText } from '#core/complaint/complaint.ts'
import {
  areOwn,
  countOfUser,
  countOpenOfDemo,
  insertComplaint,
  lockComplaints,
  readByKey,
  readComplaint,
} from '#server/complaints/complaints-store.ts'
import type { Complaint, NamedRecords, RecordKinds } from '#server/complaints/complaints-types.ts'
import type { Clock } from '#server/platform/clock.ts'
import { inTransaction, type Pool, type PoolClient } from '#server/storage/storage.ts'

export type FileParts = {
  readonly pool: Pool
  readonly clock: Pick<Clock, 'now'>
  /** Days until the answer is due. */
  readonly answerDays: () => number
}

/** An idempotency key. The same key with another fingerprint is a mismatch. */
export type TypedComplaint = Readonly<Record<RecordKinds, string>> & {
  readonly userId: number
  readonly key: string
  readonly fingerprint: string
  readonly text: string
}

export type FileResult =
  | { readonly kind: 'filed'; readonly complaint: Complaint; readonly isNew: boolean }
  | Refusal

const recordKinds = ['orders', 'deposits', 'withdrawals'] as const satisfies readonly RecordKinds[]

/** Idempotent by key. */
export async function fileComplaint(
  { pool, clock, answerDays }: FileParts,
  typed: TypedComplaint,
): Promise<FileResult> {
  const { userId, key, fingerprint } = typed
  const text = parseComplaintText(typed.text, complaintLimits.text)
  if (text === undefined) return refused('invalid_input', { field: 'text' })
  const records = readRecords(typed)
  if ('kind' in records) return records
  return await inTransaction(pool, async (client) => {
    await lockComplaints(client, userId)
    const known = await readByKey(client, userId, key)
    if (known !== undefined && known.fingerprint !== fingerprint) return refused('idempotency_mismatch')
    if (known !== undefined) return await filed(client, known.id, false)
    const now = clock.now()
    const refusal = await checkRecords(client, userId, records)
    if (refusal !== undefined) return refusal
    const { isDemo, open, recent } = await countOfUser(client, userId, new Date(now - dayMs))
    const maxOpen = isDemo ? complaintLimits.openOfDemo : complaintLimits.open
    if (open >= maxOpen || recent >= complaintLimits.perDay) return refused('complaints_limit')
    if (isDemo && (await countOpenOfDemo(client)) >= complaintLimits.openOfAllDemo)
      return refused('demo_forbidden')
    const [createdAt, dueAt] = [new Date(now), new Date(now + answerDays() * dayMs)]
    const row = { userId, isDemo, key, fingerprint, text, ...records, createdAt, dueAt }
    return await filed(client, await insertComplaint(client, row), true)
  })
}

async function filed(client: PoolClient, id: number, isNew: boolean): Promise<FileResult> {
  const complaint = await readComplaint(client, id)
  if (complaint === undefined) throw new Error('the filed complaint was not found')
  return { kind: 'filed', complaint, isNew }
}

/** Ids without repeats, ascending. The form of each is checked already. */
function readRecords(typed: TypedComplaint): NamedRecords | Refusal {
  let total = 0
  const read: Record<RecordKinds, readonly number[]> = { orders: [], deposits: [], withdrawals: [] }
  for (const kind of recordKinds) {
    const ids = [...new Set(typed[kind].split(',').filter((id) => id !== ''))].map(Number)
    total += ids.length
    const isValid = ids.every((id) => Number.isSafeInteger(id) && id > 0)
    if (!isValid || total > complaintLimits.records) return refused('invalid_input', { field: kind })
    read[kind] = ids.sort((one, other) => one - other)
  }
  return read
}

/** Records of other users are answered like those that do not exist. */
async function checkRecords(
  client: PoolClient,
  userId: number,
  records: NamedRecords,
): Promise<Refusal | undefined> {
  for (const kind of recordKinds)
    if (!(await areOwn(client, userId, kind, records[kind]))) return refused('not_found', { field: kind })
  return undefined
}
