// The KYC module on its own database, with a manual clock and two reviewers.
import assert from 'node:assert/strict'
import { readAudit } from '#server/audit/audit.ts'
import { createKyc, type Kyc, type Reviewer } from '#server/kyc/kyc.ts'
import type { AddNotices, NewNotice } from '#server/notices/notices.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createLog } from '#server/platform/log.ts'
import { systemRandom } from '#server/platform/random.ts'
import { pollUntil } from '#server/storage/wait.ts'
import { createUploads } from '#server/uploads/uploads.ts'
import { createTestDatabase } from '#test/database.ts'
import { insertUser } from '#test/uploads/insert-user.ts'
import { photo } from '#test/uploads/pictures.ts'

export type KycFixture = Awaited<ReturnType<typeof createKycFixture>>

export async function createKycFixture() {
  let nowMs = Date.UTC(2026, 5, 1)
  const clock = { now: () => nowMs, elapsed: () => nowMs }
  const database = await createTestDatabase()
  const { pool } = database
  const uploads = createUploads({ pool, clock, random: systemRandom, log: createLog('silent') })
  const told: NewNotice[] = []
  const addNotices: AddNotices = async (_, notices) => void told.push(...notices)
  const parts = { pool, clock, uploads, addNotices }
  const kyc = createKyc(parts)
  const pictures = [await photo(), await photo(undefined, 2)]
  let uploaded = 0

  async function addReviewer(email: string): Promise<Reviewer> {
    const { rows } = await database.query<{ id: string }>(
      `insert into operators (email, role, password_hash, created_at)
       values ($1, 'compliance', 'none', now()) returning id`,
      [email],
    )
    return { operator: { operatorId: Number(rows[0]?.id), email }, address: '192.0.2.1' }
  }

  /** Uploads the front and the reverse in turn, unless `side` is given. */
  async function upload(ownerId: number, side = uploaded++ % 2): Promise<string> {
    const bytes = pictures[side] ?? Buffer.alloc(0)
    const kept = await uploads.store({ ownerId, bytes, claimedType: '' })
    assert.ok(kept.kind === 'kept')
    return kept.name
  }

  /** A user with two uploaded images and a complete form. */
  async function applicant(documentNumber = `P${systemRandom.bytes(6).join('')}`) {
    const { id: userId, uid } = await insertUser(database)
    const [frontName, reverseName] = [await upload(userId), await upload(userId)]
    return { uid, form: { userId, name: 'Ann Lee', documentNumber, frontName, reverseName } }
  }

  /** An applicant whose identity check waits for a review. */
  async function submitted(documentNumber?: string) {
    const { uid, form } = await applicant(documentNumber)
    assert.deepEqual(await kyc.submit(form), { kind: 'submitted' })
    return { uid, form, id: await newestCheck(form.userId) }
  }

  async function newestCheck(userId: number): Promise<number> {
    const { rows } = await database.query<{ id: string }>(
      'select max(id) as id from identity_checks where user_id = $1',
      [userId],
    )
    return Number(rows[0]?.id)
  }

  /** Number of identity checks that a user has submitted. */
  async function checksOf(userId: number): Promise<number | null> {
    return (await database.query('select 1 from identity_checks where user_id = $1', [userId])).rowCount
  }

  /** Audit entries about a check, oldest first. */
  async function auditEntriesOf(id: number) {
    const { entries } = await readAudit(pool, { page: 1, pageSize: 100 })
    return entries
      .filter(({ subject }) => subject === `identity_check:${id}`)
      .map(({ action, who, details }) => ({ action, who, details }))
      .reverse()
  }

  /** Locks the images until all submissions wait for them, so that the submissions really run in parallel. */
  async function submitInParallel(ownerId: number, forms: readonly Parameters<Kyc['submit']>[0][]) {
    const holder = await pool.connect()
    await holder.query('begin')
    await holder.query('select 1 from uploads where owner_id = $1 for update', [ownerId])
    const submitted = Promise.all(forms.map((form) => kyc.submit(form)))
    const areWaiting = async () => {
      const { rows } = await database.query<{ count: string }>(
        `select count(*) from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return Number(rows[0]?.count) === forms.length ? true : undefined
    }
    const waited = await pollUntil(systemClock, { timeoutMs: 60_000, everyMs: 10 }, areWaiting)
    await holder.query('rollback')
    holder.release()
    assert.ok(waited)
    return await submitted
  }

  return {
    database,
    uploads,
    parts,
    kyc,
    anna: await addReviewer('anna@example.com'),
    ben: await addReviewer('ben@example.com'),
    nowMs: () => nowMs,
    advance: (ms: number) => {
      nowMs += ms
    },
    upload,
    applicant,
    submitted,
    newestCheck,
    checksOf,
    auditEntriesOf,
    submitInParallel,
  }
}
