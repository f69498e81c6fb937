import { documentKey, parseDocumentNumber, parseName } from '#core/kyc/identity.ts'
import { insertCheck, type LatestCheck, lockUser, readLatest } from '#server/kyc/identity-checks-store.ts'
import type { Submission, SubmissionResult } from '#server/kyc/kyc-types.ts'
import type { Clock } from '#server/platform/clock.ts'
import { inTransaction, type Pool } from '#server/storage/storage.ts'
import type { Uploads } from '#server/uploads/uploads.ts'

type Parts = {
  readonly pool: Pool
  readonly clock: Clock
  readonly uploads: Pick<Uploads, 'claim' | 'hasDuplicates'>
}

/** Claims the images and inserts the check in one transaction. */
export async function submitIdentity(parts: Parts, submission: Submission): Promise<SubmissionResult> {
  const { pool, clock, uploads } = parts
  const { userId, frontName, reverseName } = submission
  const name = parseName(submission.name)
  if (name === undefined) return { kind: 'refused', reason: 'invalid_input', field: 'name' }
  const documentNumber = parseDocumentNumber(submission.documentNumber)
  if (documentNumber === undefined)
    return { kind: 'refused', reason: 'invalid_input', field: 'documentNumber' }
  if (frontName === reverseName) return refuse('identity_same_image')
  const check = { userId, name, documentNumber, frontName, reverseName }
  return await inTransaction(pool, async (client) => {
    await lockUser(client, userId)
    const latest = await readLatest(client, userId)
    if (latest?.state === 'approved') return refuse('identity_verified')
    if (latest?.state === 'waiting')
      return isSame(latest, check) ? { kind: 'submitted' } : refuse('identity_waiting')
    const names = [frontName, reverseName]
    if (await uploads.hasDuplicates(client, { ownerId: userId, names })) return refuse('identity_same_image')
    if (!(await uploads.claim(client, { ownerId: userId, names, keptFor: 'identity' })))
      return refuse('image_unknown')
    const submittedAt = new Date(clock.now())
    await insertCheck(client, { ...check, documentKey: documentKey(documentNumber), submittedAt })
    return { kind: 'submitted' }
  })
}

type Reason = Exclude<Extract<SubmissionResult, { kind: 'refused' }>['reason'], 'invalid_input'>

function refuse(reason: Reason): SubmissionResult {
  return { kind: 'refused', reason }
}

/** Detects a repeated submission whose first answer was lost. */
function isSame(latest: LatestCheck, check: Omit<Submission, 'userId'>): boolean {
  return (['name', 'documentNumber', 'frontName', 'reverseName'] as const).every(
    (field) => latest[field] === check[field],
  )
}
