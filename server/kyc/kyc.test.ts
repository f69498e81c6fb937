import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { readAudit } from '#server/audit/audit.ts'
import { createKyc, type Kyc, type Reviewer } from '#server/kyc/kyc.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createLog } from '#server/platform/log.ts'
import { systemRandom } from '#server/platform/random.ts'
import { pollUntil } from '#server/storage/wait.ts'
import { createUploads, type Uploads } from '#server/uploads/uploads.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { insertUser } from '#test/uploads/insert-user.ts'
import { photo } from '#test/uploads/pictures.ts'

describe('identity', () => {
  let database: TestDatabase
  let uploads: Uploads
  let kyc: Kyc
  let pictures: readonly Buffer[]
  let uploaded = 0
  let anna: Reviewer
  let ben: Reviewer
  let nowMs = Date.UTC(2026, 5, 1)
  const clock = { now: () => nowMs, elapsed: () => nowMs }

  before(async () => {
    database = await createTestDatabase()
    const { pool } = database
    uploads = createUploads({ pool, clock, random: systemRandom, log: createLog('silent') })
    kyc = createKyc({ pool, clock, uploads })
    pictures = [await photo(), await photo(undefined, 2)]
    anna = await hire('anna@example.com')
    ben = await hire('ben@example.com')
  })
  after(async () => await database.drop())

  async function hire(email: string): Promise<Reviewer> {
    const { rows } = await database.query<{ id: string }>(
      `insert into operators (email, role, password_hash, created_at)
       values ($1, 'compliance', 'none', now()) returning id`,
      [email],
    )
    return { operator: { operatorId: Number(rows[0]?.id), email }, address: '192.0.2.1' }
  }

  /** One side and the other in turn, unless it is told which. */
  async function upload(ownerId: number, side = uploaded++ % 2): Promise<string> {
    const bytes = pictures[side] ?? Buffer.alloc(0)
    const kept = await uploads.keep({ ownerId, bytes, claimedType: '' })
    assert.ok(kept.kind === 'kept')
    return kept.name
  }

  /** Somebody with two pictures, about to hand them in. */
  async function applicant(documentNumber = `P${systemRandom.bytes(6).join('')}`) {
    const { id: userId, uid } = await insertUser(database)
    const [frontName, reverseName] = [await upload(userId), await upload(userId)]
    return { uid, form: { userId, name: 'Ann Lee', documentNumber, frontName, reverseName } }
  }

  /** Somebody who has handed them in. */
  async function waiting(documentNumber?: string) {
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

  async function checksOf(userId: number): Promise<number | null> {
    return (await database.query('select 1 from identity_checks where user_id = $1', [userId])).rowCount
  }

  async function auditOf(id: number) {
    const { entries } = await readAudit(database.pool, { page: 1, pageSize: 100 })
    return entries
      .filter(({ subject }) => subject === `identity_check:${id}`)
      .map(({ action, who, details }) => ({ action, who, details }))
      .reverse()
  }

  /** Holds the pictures back until all of them wait, so that none has done before the last has begun. */
  async function allAtOnce(ownerId: number, forms: readonly Parameters<Kyc['submit']>[0][]) {
    const holder = await database.pool.connect()
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
    const waited = await pollUntil(systemClock, { timeoutMs: 5000, everyMs: 10 }, areWaiting)
    await holder.query('rollback')
    holder.release()
    assert.ok(waited)
    return await submitted
  }

  const refused = (reason: string) => ({ kind: 'refused', reason })

  describe('handing it in', () => {
    it('makes it wait, and keeps its pictures', async () => {
      const { form } = await waiting('AB 123-456')
      assert.equal(await kyc.statusOf(form.userId), 1)
      assert.deepEqual(await kyc.overview(form.userId), {
        status: 1,
        remark: '',
        name: 'Ann Lee',
        documentNumber: '••••••-456',
        submittedAt: new Date(nowMs),
        decidedAt: undefined,
      })
      const { rows } = await database.query('select distinct kept_for from uploads where owner_id = $1', [
        form.userId,
      ])
      assert.deepEqual(rows, [{ kept_for: 'identity' }])
    })

    it('is done by nobody at first', async () => {
      const { id } = await insertUser(database)
      assert.equal(await kyc.statusOf(id), 0)
      assert.deepEqual(await kyc.overview(id), {
        status: 0,
        remark: '',
        name: '',
        documentNumber: '',
        submittedAt: undefined,
        decidedAt: undefined,
      })
    })

    it('is the same when it is done again, and refused when it is something else', async () => {
      const { form } = await waiting()
      const again = { ...form, name: '  Ann   Lee ', documentNumber: ` ${form.documentNumber} ` }
      assert.deepEqual(await kyc.submit(again), { kind: 'submitted' })
      assert.deepEqual(await kyc.submit({ ...form, name: 'Ann Li' }), refused('identity_waiting'))
      const other = await upload(form.userId)
      assert.deepEqual(await kyc.submit({ ...form, frontName: other }), refused('identity_waiting'))
      assert.equal(await checksOf(form.userId), 1)
    })

    it('happens once, however many do it at once', async () => {
      const { form } = await applicant()
      const outcomes = await allAtOnce(form.userId, Array(6).fill(form))
      assert.ok(outcomes.every(({ kind }) => kind === 'submitted'))
      assert.equal(await checksOf(form.userId), 1)
    })

    it('happens once, with different words at once', async () => {
      const { form } = await applicant()
      const names = ['Ann Lee', 'Ann Li', 'Ann Lo', 'Ann Lu']
      const forms = names.map((name) => ({ ...form, name }))
      const outcomes = await allAtOnce(form.userId, forms)
      const refusals = outcomes.filter((one) => 'reason' in one && one.reason === 'identity_waiting')
      assert.equal(refusals.length, 3)
      assert.equal(outcomes.filter(({ kind }) => kind === 'submitted').length, 1)
      assert.equal(await checksOf(form.userId), 1)
    })

    it('needs a name, a number and two pictures of one’s own', async () => {
      const { form } = await applicant()
      const theirs = (await applicant()).form
      const cases = [
        [{ name: '<b>' }, { ...refused('invalid_input'), field: 'name' }],
        [{ name: '\0' }, { ...refused('invalid_input'), field: 'name' }],
        [{ documentNumber: '--' }, { ...refused('invalid_input'), field: 'documentNumber' }],
        [{ reverseName: form.frontName }, refused('identity_same_image')],
        [{ frontName: theirs.frontName }, refused('image_unknown')],
        [{ frontName: '0'.repeat(32) }, refused('image_unknown')],
        [{ frontName: "'; drop table uploads; --" }, refused('image_unknown')],
        [{ frontName: '\0' }, refused('image_unknown')],
      ] as const
      for (const [wrong, outcome] of cases) assert.deepEqual(await kyc.submit({ ...form, ...wrong }), outcome)
      assert.equal(await checksOf(form.userId), 0)
      assert.deepEqual(await kyc.submit(form), { kind: 'submitted' })
    })

    it('takes no picture for both sides, however often it was uploaded', async () => {
      const { form } = await applicant()
      const [once, again] = [await upload(form.userId, 0), await upload(form.userId, 0)]
      const twice = { ...form, frontName: once, reverseName: again }
      assert.deepEqual(await kyc.submit(twice), refused('identity_same_image'))
      const better = { ...twice, reverseName: await upload(form.userId, 1) }
      assert.deepEqual(await kyc.submit(better), { kind: 'submitted' })
      // What others have uploaded is nobody's business.
      const theirs = (await applicant()).form
      const mixed = { ...theirs, reverseName: again }
      assert.deepEqual(await kyc.submit(mixed), refused('image_unknown'))
    })

    it('takes neither picture when the check itself cannot be written', async () => {
      const { form } = await applicant()
      const now = () => {
        throw new Error('no time')
      }
      const broken = createKyc({ pool: database.pool, clock: { ...clock, now }, uploads })
      await assert.rejects(broken.submit(form), /no time/)
      assert.deepEqual(await kyc.submit(form), { kind: 'submitted' })
    })
  })

  describe('deciding', () => {
    it('for it makes somebody verified, for good', async () => {
      const { form, id } = await waiting()
      nowMs += 1000
      const decided = await kyc.decide({ ...anna, id, approve: true, remark: '' })
      assert.deepEqual([decided.kind, 'state' in decided && decided.state], ['decided', 'approved'])
      const { status, decidedAt, remark } = await kyc.overview(form.userId)
      assert.deepEqual([status, decidedAt, remark], [2, new Date(nowMs), ''])
      assert.deepEqual(await kyc.submit(form), refused('identity_verified'))
      const more = { ...form, frontName: await upload(form.userId), reverseName: await upload(form.userId) }
      assert.deepEqual(await kyc.submit(more), refused('identity_verified'))
    })

    it('against it says why, and lets them try again with new pictures', async () => {
      const { form, id } = await waiting()
      const remark = ' Too dark.\r\nPlease take it again. '
      await kyc.decide({ ...anna, id, approve: false, remark })
      const standing = await kyc.overview(form.userId)
      assert.deepEqual([standing.status, standing.remark], [0, 'Too dark.\nPlease take it again.'])
      const told = { action: 'identity_refused', who: 'anna@example.com', details: { user: form.userId } }
      assert.deepEqual(await auditOf(id), [told])
      assert.deepEqual(await kyc.submit(form), refused('image_unknown'))
      const better = { ...form, frontName: await upload(form.userId), reverseName: await upload(form.userId) }
      assert.deepEqual(await kyc.submit(better), { kind: 'submitted' })
      assert.deepEqual([await kyc.statusOf(form.userId), await checksOf(form.userId)], [1, 2])
      assert.equal((await kyc.overview(form.userId)).remark, '')
    })

    it('against it needs words', async () => {
      const { id, form } = await waiting()
      for (const remark of ['', ' \n', '\0', 'x'.repeat(501)])
        assert.deepEqual(
          await kyc.decide({ ...anna, id, approve: false, remark }),
          refused('remark_required'),
        )
      assert.equal(await kyc.statusOf(form.userId), 1)
      assert.deepEqual(await auditOf(id), [])
    })

    it('of nothing is not possible', async () => {
      for (const id of [999_999, Number.MAX_SAFE_INTEGER])
        assert.deepEqual(await kyc.decide({ ...anna, id, approve: true, remark: '' }), refused('not_found'))
    })

    it('again, in the same way by the same operator, is answered as before and changes nothing', async () => {
      const { id } = await waiting()
      const refuse = { ...anna, id, approve: false, remark: 'Blurred' }
      const first = await kyc.decide(refuse)
      assert.deepEqual(await kyc.decide(refuse), first)
      for (const other of [
        { ...refuse, ...ben },
        { ...refuse, approve: true },
        { ...refuse, remark: 'No' },
      ])
        assert.deepEqual(await kyc.decide(other), refused('already_decided'))
      assert.deepEqual(await kyc.decide({ ...refuse, remark: '' }), refused('already_decided'))
      assert.equal((await auditOf(id)).length, 1)
    })

    it('is done by one of many who decide at once', async () => {
      const { id, form } = await waiting()
      const outcomes = await Promise.all(
        [anna, ben, anna, ben].map((duty, index) =>
          kyc.decide({ ...duty, id, approve: index < 2, remark: `Blurred ${index}` }),
        ),
      )
      assert.equal(outcomes.filter(({ kind }) => kind === 'decided').length, 1)
      assert.equal(outcomes.filter((one) => 'reason' in one && one.reason === 'already_decided').length, 3)
      assert.equal((await auditOf(id)).length, 1)
      assert.equal(await checksOf(form.userId), 1)
    })

    it('tells what is left, the one that waits longest first', async () => {
      await database.query(`update identity_checks set state = 'approved', decided_at = now(), decided_by = 1
        where state = 'waiting'`)
      const [first, second, third] = [await waiting(), await waiting(), await waiting()]
      const left = await kyc.decide({ ...anna, id: first.id, approve: true, remark: '' })
      assert.deepEqual(left, { kind: 'decided', state: 'approved', next: second.id, waiting: 2 })
      await kyc.decide({ ...anna, id: third.id, approve: true, remark: '' })
      const last = await kyc.decide({ ...anna, id: second.id, approve: true, remark: '' })
      assert.deepEqual(last, { kind: 'decided', state: 'approved', next: undefined, waiting: 0 })
      assert.equal(await kyc.waitingCount(), 0)
    })

    it('is written with its audit entry, or not at all', async () => {
      const { id, form } = await waiting()
      const nobody = { operator: { operatorId: 999_999, email: 'x' }, address: '' }
      await assert.rejects(kyc.decide({ ...nobody, id, approve: true, remark: '' }), /audit_entries/)
      assert.equal(await kyc.statusOf(form.userId), 1)
    })
  })

  describe('the queue', () => {
    it('has those that wait, the oldest first, and those decided, the newest first', async () => {
      const made = [await waiting(), await waiting(), await waiting()]
      const ids = async (state: 'waiting' | 'approved' | 'refused') =>
        (await kyc.queue({ state, page: 1 })).checks.map(({ id }) => id)
      const waited = await ids('waiting')
      assert.deepEqual(
        waited.slice(-3),
        made.map(({ id }) => id),
      )
      for (const { id } of made.slice(0, 2)) await kyc.decide({ ...anna, id, approve: false, remark: 'No' })
      assert.deepEqual((await ids('refused')).slice(0, 2), [made[1]?.id, made[0]?.id])
      const { checks, total, waiting: stillWaiting } = await kyc.queue({ state: 'refused', page: 1 })
      assert.equal(stillWaiting, await kyc.waitingCount())
      assert.ok(total >= 2)
      assert.deepEqual(checks[0], {
        id: made[1]?.id,
        uid: made[1]?.uid,
        name: 'Ann Lee',
        state: 'refused',
        submittedAt: new Date(nowMs),
        decidedAt: new Date(nowMs),
      })
    })

    it('comes in pages of twenty', async () => {
      const { form } = await waiting()
      await database.query(
        `with pictures as (
           insert into uploads (name, owner_id, bytes, width, height, kept_for, created_at)
           select md5(side || number), $1, 'x', 60, 60, 'identity', now()
           from generate_series(1, 25) number, unnest(array['front', 'back']) side)
         insert into identity_checks (user_id, name, document_number, document_key, front_upload, reverse_upload,
           state, remark, submitted_at, decided_at, decided_by)
         select $1, 'Many', '123', '123', md5('front' || number), md5('back' || number),
           'refused', 'No', now(), now(), 1 from generate_series(1, 25) number`,
        [form.userId],
      )
      const page = async (number: number) => await kyc.queue({ state: 'refused', page: number })
      const [first, second] = [await page(1), await page(2)]
      assert.equal(first.checks.length, 20)
      assert.ok(second.checks.length >= 5 && first.total === second.total)
      const ids = [...first.checks, ...second.checks].map(({ id }) => id)
      assert.deepEqual(
        ids,
        [...new Set(ids)].sort((a, b) => b - a),
      )
      assert.deepEqual((await page(10_000)).checks, [])
    })
  })

  describe('looking', () => {
    it('shows all of a check, and is audited', async () => {
      const { id, uid, form } = await waiting('X 99-77')
      const { userId, ...fields } = form
      assert.deepEqual(await kyc.view({ ...anna, id }), {
        ...fields,
        id,
        uid,
        userId,
        state: 'waiting',
        remark: '',
        decidedBy: '',
        submittedAt: new Date(nowMs),
        decidedAt: undefined,
        sameDocument: 0,
        earlierRefusals: 0,
      })
      await kyc.decide({ ...ben, id, approve: true, remark: 'Seen in person' })
      assert.equal((await kyc.view({ ...anna, id }))?.decidedBy, 'ben@example.com')
      const seen = { action: 'identity_viewed', who: 'anna@example.com', details: { user: userId } }
      const decided = { user: userId }
      assert.deepEqual(await auditOf(id), [
        seen,
        { action: 'identity_approved', who: 'ben@example.com', details: decided },
        seen,
      ])
    })

    it('tells of other people with the same document, however it is written', async () => {
      const { id, form } = await waiting('DOC 1234567')
      for (const written of ['doc-1234567', 'DOC1234567']) await waiting(written)
      const refusedBefore = await waiting('Doc.123/4567')
      await kyc.decide({ ...anna, id: refusedBefore.id, approve: false, remark: 'No' })
      assert.equal((await kyc.view({ ...anna, id }))?.sameDocument, 3)
      await kyc.decide({ ...anna, id, approve: false, remark: 'No' })
      const again = { ...form, frontName: await upload(form.userId), reverseName: await upload(form.userId) }
      await kyc.submit(again)
      const second = await kyc.view({ ...anna, id: await newestCheck(form.userId) })
      assert.deepEqual([second?.sameDocument, second?.earlierRefusals], [3, 1])
    })

    it('at nothing shows nothing', async () => {
      assert.equal(await kyc.view({ ...anna, id: 999_999 }), undefined)
      assert.deepEqual(await auditOf(999_999), [])
    })

    it('is refused to whoever cannot be audited', async () => {
      const { id, form } = await waiting()
      const nobody = { operator: { operatorId: 999_999, email: 'x' }, address: '' }
      await assert.rejects(kyc.view({ ...nobody, id }), /audit_entries/)
      await assert.rejects(kyc.picture({ ...nobody, name: form.frontName }), /audit_entries/)
    })

    it('at a picture shows it, and is audited', async () => {
      const { id, form } = await waiting()
      const reading = await uploads.read({ name: form.frontName, ownerId: form.userId })
      assert.ok(reading.kind === 'found')
      assert.deepEqual(await kyc.picture({ ...anna, name: form.frontName }), reading.bytes)
      await kyc.picture({ ...ben, name: form.reverseName })
      assert.deepEqual(await auditOf(id), [
        { action: 'identity_picture_viewed', who: 'anna@example.com', details: { side: 'front' } },
        { action: 'identity_picture_viewed', who: 'ben@example.com', details: { side: 'reverse' } },
      ])
    })

    it('at a picture that is part of no check shows nothing', async () => {
      const { form } = await applicant()
      for (const name of [form.frontName, '0'.repeat(32), '', '\0', "' or true --"])
        assert.equal(await kyc.picture({ ...anna, name }), undefined)
    })
  })

  it('never says a name or a document number in the audit log', async () => {
    const { id } = await waiting('SECRET7654321')
    await kyc.view({ ...anna, id })
    await kyc.decide({ ...anna, id, approve: false, remark: 'Blurred' })
    const found = await database.query(
      `select 1 from audit_entries where audit_entries::text ~* 'SECRET7654321|Ann Lee'`,
    )
    assert.equal(found.rowCount, 0)
  })

  it('is neither rewritten nor forgotten, not even by the owner', async () => {
    const { id } = await waiting()
    await kyc.decide({ ...anna, id, approve: true, remark: '' })
    const byOwner = [
      `update identity_checks set state = 'refused', remark = 'x' where id = ${id}`,
      `update identity_checks set name = 'Somebody Else' where id = ${id}`,
      `delete from identity_checks where id = ${id}`,
      'truncate identity_checks',
    ]
    for (const sql of byOwner) await assert.rejects(database.query(sql), { code: '42501' })
    for (const sql of [...byOwner, `update identity_checks set document_number = '1'`])
      await assert.rejects(database.pool.query(sql), { code: '42501' })
  })
})
