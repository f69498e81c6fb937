import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createKycFixture, type KycFixture } from '#test/kyc/kyc-fixture.ts'

let fixture: KycFixture
before(async () => {
  fixture = await createKycFixture()
})
after(async () => await fixture.database.drop())

const refused = (reason: string) => ({ kind: 'refused', reason })

describe('deciding a check', () => {
  it('verifies the user on approval and refuses further submissions', async () => {
    const { form, id } = await fixture.submitted()
    fixture.advance(1000)
    const decided = await fixture.kyc.decide({ ...fixture.anna, id, approve: true, remark: '' })
    assert.deepEqual([decided.kind, 'state' in decided && decided.state], ['decided', 'approved'])
    const { status, decidedAt, remark } = await fixture.kyc.overview(form.userId)
    assert.deepEqual([status, decidedAt, remark], [2, new Date(fixture.nowMs()), ''])
    assert.deepEqual(await fixture.kyc.submit(form), refused('identity_verified'))
    const more = {
      ...form,
      frontName: await fixture.upload(form.userId),
      reverseName: await fixture.upload(form.userId),
    }
    assert.deepEqual(await fixture.kyc.submit(more), refused('identity_verified'))
  })

  it('stores the remark of a refusal and allows a new submission with new images', async () => {
    const { form, id } = await fixture.submitted()
    const remark = ' Too dark.\r\nPlease take it again. '
    await fixture.kyc.decide({ ...fixture.anna, id, approve: false, remark })
    const standing = await fixture.kyc.overview(form.userId)
    assert.deepEqual([standing.status, standing.remark], [0, 'Too dark.\nPlease take it again.'])
    const entry = { action: 'identity_refused', who: 'anna@example.com', details: { user: form.userId } }
    assert.deepEqual(await fixture.auditEntriesOf(id), [entry])
    assert.deepEqual(await fixture.kyc.submit(form), refused('image_unknown'))
    const better = {
      ...form,
      frontName: await fixture.upload(form.userId),
      reverseName: await fixture.upload(form.userId),
    }
    assert.deepEqual(await fixture.kyc.submit(better), { kind: 'submitted' })
    assert.deepEqual([await fixture.kyc.statusOf(form.userId), await fixture.checksOf(form.userId)], [1, 2])
    assert.equal((await fixture.kyc.overview(form.userId)).remark, '')
  })

  it('requires a remark for a refusal', async () => {
    const { id, form } = await fixture.submitted()
    for (const remark of ['', ' \n', '\0', 'x'.repeat(501)])
      assert.deepEqual(
        await fixture.kyc.decide({ ...fixture.anna, id, approve: false, remark }),
        refused('remark_required'),
      )
    assert.equal(await fixture.kyc.statusOf(form.userId), 1)
    assert.deepEqual(await fixture.auditEntriesOf(id), [])
  })

  it('refuses an unknown check', async () => {
    for (const id of [999_999, Number.MAX_SAFE_INTEGER])
      assert.deepEqual(
        await fixture.kyc.decide({ ...fixture.anna, id, approve: true, remark: '' }),
        refused('not_found'),
      )
  })

  it('returns the same answer for a repeated decision and refuses a different one', async () => {
    const { id } = await fixture.submitted()
    const refuse = { ...fixture.anna, id, approve: false, remark: 'Blurred' }
    const first = await fixture.kyc.decide(refuse)
    assert.deepEqual(await fixture.kyc.decide(refuse), first)
    for (const other of [
      { ...refuse, ...fixture.ben },
      { ...refuse, approve: true },
      { ...refuse, remark: 'No' },
    ])
      assert.deepEqual(await fixture.kyc.decide(other), refused('already_decided'))
    assert.deepEqual(await fixture.kyc.decide({ ...refuse, remark: '' }), refused('already_decided'))
    assert.equal((await fixture.auditEntriesOf(id)).length, 1)
  })

  it('accepts one of four parallel decisions', async () => {
    const { id, form } = await fixture.submitted()
    const outcomes = await Promise.all(
      [fixture.anna, fixture.ben, fixture.anna, fixture.ben].map((reviewer, index) =>
        fixture.kyc.decide({ ...reviewer, id, approve: index < 2, remark: `Blurred ${index}` }),
      ),
    )
    assert.equal(outcomes.filter(({ kind }) => kind === 'decided').length, 1)
    assert.equal(outcomes.filter((one) => 'reason' in one && one.reason === 'already_decided').length, 3)
    assert.equal((await fixture.auditEntriesOf(id)).length, 1)
    assert.equal(await fixture.checksOf(form.userId), 1)
  })

  it('returns the oldest waiting check and the number of waiting checks', async () => {
    await fixture.database.query(`update identity_checks set state = 'approved', decided_at = now(), decided_by = 1
      where state = 'waiting'`)
    const [first, second, third] = [
      await fixture.submitted(),
      await fixture.submitted(),
      await fixture.submitted(),
    ]
    const left = await fixture.kyc.decide({ ...fixture.anna, id: first.id, approve: true, remark: '' })
    assert.deepEqual(left, { kind: 'decided', state: 'approved', next: second.id, waiting: 2 })
    await fixture.kyc.decide({ ...fixture.anna, id: third.id, approve: true, remark: '' })
    const last = await fixture.kyc.decide({ ...fixture.anna, id: second.id, approve: true, remark: '' })
    assert.deepEqual(last, { kind: 'decided', state: 'approved', next: undefined, waiting: 0 })
    assert.equal(await fixture.kyc.waitingCount(), 0)
  })

  it('is rolled back if the audit entry cannot be stored', async () => {
    const { id, form } = await fixture.submitted()
    const unknownOperator = { operator: { operatorId: 999_999, email: 'x' }, address: '' }
    await assert.rejects(
      fixture.kyc.decide({ ...unknownOperator, id, approve: true, remark: '' }),
      /audit_entries/,
    )
    assert.equal(await fixture.kyc.statusOf(form.userId), 1)
  })
})

describe('the queue of checks', () => {
  it('lists waiting checks oldest first and decided checks newest first', async () => {
    const made = [await fixture.submitted(), await fixture.submitted(), await fixture.submitted()]
    const ids = async (state: 'waiting' | 'approved' | 'refused') =>
      (await fixture.kyc.queue({ state, page: 1 })).checks.map(({ id }) => id)
    const waited = await ids('waiting')
    assert.deepEqual(
      waited.slice(-3),
      made.map(({ id }) => id),
    )
    for (const { id } of made.slice(0, 2))
      await fixture.kyc.decide({ ...fixture.anna, id, approve: false, remark: 'No' })
    assert.deepEqual((await ids('refused')).slice(0, 2), [made[1]?.id, made[0]?.id])
    const { checks, total, waiting: stillWaiting } = await fixture.kyc.queue({ state: 'refused', page: 1 })
    assert.equal(stillWaiting, await fixture.kyc.waitingCount())
    assert.ok(total >= 2)
    assert.deepEqual(checks[0], {
      id: made[1]?.id,
      uid: made[1]?.uid,
      name: 'Ann Lee',
      state: 'refused',
      submittedAt: new Date(fixture.nowMs()),
      decidedAt: new Date(fixture.nowMs()),
    })
  })

  it('has pages of twenty', async () => {
    const { form } = await fixture.submitted()
    await fixture.database.query(
      `with images as (
         insert into uploads (name, owner_id, bytes, width, height, kept_for, created_at)
         select md5(side || number), $1, 'x', 60, 60, 'identity', now()
         from generate_series(1, 25) number, unnest(array['front', 'back']) side)
       insert into identity_checks (user_id, name, document_number, document_key, front_upload, reverse_upload,
         state, remark, submitted_at, decided_at, decided_by)
       select $1, 'Many', '123', '123', md5('front' || number), md5('back' || number),
         'refused', 'No', now(), now(), 1 from generate_series(1, 25) number`,
      [form.userId],
    )
    const page = async (number: number) => await fixture.kyc.queue({ state: 'refused', page: number })
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

describe('viewing a check', () => {
  it('returns its details and is audited', async () => {
    const { id, uid, form } = await fixture.submitted('X 99-77')
    const { userId, ...fields } = form
    assert.deepEqual(await fixture.kyc.view({ ...fixture.anna, id }), {
      ...fields,
      id,
      uid,
      userId,
      state: 'waiting',
      remark: '',
      decidedBy: '',
      submittedAt: new Date(fixture.nowMs()),
      decidedAt: undefined,
      sameDocument: 0,
      earlierRefusals: 0,
    })
    await fixture.kyc.decide({ ...fixture.ben, id, approve: true, remark: 'Seen in person' })
    assert.equal((await fixture.kyc.view({ ...fixture.anna, id }))?.decidedBy, 'ben@example.com')
    const seen = { action: 'identity_viewed', who: 'anna@example.com', details: { user: userId } }
    const decided = { user: userId }
    assert.deepEqual(await fixture.auditEntriesOf(id), [
      seen,
      { action: 'identity_approved', who: 'ben@example.com', details: decided },
      seen,
    ])
  })

  it('counts other users with the same document number in any notation', async () => {
    const { id, form } = await fixture.submitted('DOC 1234567')
    for (const written of ['doc-1234567', 'DOC1234567']) await fixture.submitted(written)
    const refusedBefore = await fixture.submitted('Doc.123/4567')
    await fixture.kyc.decide({ ...fixture.anna, id: refusedBefore.id, approve: false, remark: 'No' })
    assert.equal((await fixture.kyc.view({ ...fixture.anna, id }))?.sameDocument, 3)
    await fixture.kyc.decide({ ...fixture.anna, id, approve: false, remark: 'No' })
    const again = {
      ...form,
      frontName: await fixture.upload(form.userId),
      reverseName: await fixture.upload(form.userId),
    }
    await fixture.kyc.submit(again)
    const second = await fixture.kyc.view({ ...fixture.anna, id: await fixture.newestCheck(form.userId) })
    assert.deepEqual([second?.sameDocument, second?.earlierRefusals], [3, 1])
  })

  it('returns undefined for an unknown check', async () => {
    assert.equal(await fixture.kyc.view({ ...fixture.anna, id: 999_999 }), undefined)
    assert.deepEqual(await fixture.auditEntriesOf(999_999), [])
  })

  it('fails if the audit entry cannot be stored', async () => {
    const { id, form } = await fixture.submitted()
    const unknownOperator = { operator: { operatorId: 999_999, email: 'x' }, address: '' }
    await assert.rejects(fixture.kyc.view({ ...unknownOperator, id }), /audit_entries/)
    await assert.rejects(fixture.kyc.image({ ...unknownOperator, name: form.frontName }), /audit_entries/)
  })

  it('returns its images, audited by side', async () => {
    const { id, form } = await fixture.submitted()
    const reading = await fixture.uploads.read({ name: form.frontName, ownerId: form.userId })
    assert.ok(reading.kind === 'found')
    assert.deepEqual(await fixture.kyc.image({ ...fixture.anna, name: form.frontName }), reading.bytes)
    await fixture.kyc.image({ ...fixture.ben, name: form.reverseName })
    assert.deepEqual(await fixture.auditEntriesOf(id), [
      { action: 'identity_picture_viewed', who: 'anna@example.com', details: { side: 'front' } },
      { action: 'identity_picture_viewed', who: 'ben@example.com', details: { side: 'reverse' } },
    ])
  })

  it('returns undefined for an image that belongs to no check', async () => {
    const { form } = await fixture.applicant()
    for (const name of [form.frontName, '0'.repeat(32), '', '\0', "' or true --"])
      assert.equal(await fixture.kyc.image({ ...fixture.anna, name }), undefined)
  })
})

it('the audit log contains no names or document numbers', async () => {
  const { id } = await fixture.submitted('SECRET7654321')
  await fixture.kyc.view({ ...fixture.anna, id })
  await fixture.kyc.decide({ ...fixture.anna, id, approve: false, remark: 'Blurred' })
  const found = await fixture.database.query(
    `select 1 from audit_entries where audit_entries::text ~* 'SECRET7654321|Ann Lee'`,
  )
  assert.equal(found.rowCount, 0)
})

it('a decided check cannot be changed or deleted, even by the database owner', async () => {
  const { id } = await fixture.submitted()
  await fixture.kyc.decide({ ...fixture.anna, id, approve: true, remark: '' })
  const byOwner = [
    `update identity_checks set state = 'refused', remark = 'x' where id = ${id}`,
    `update identity_checks set name = 'Somebody Else' where id = ${id}`,
    `delete from identity_checks where id = ${id}`,
    'truncate identity_checks',
  ]
  for (const sql of byOwner) await assert.rejects(fixture.database.query(sql), { code: '42501' })
  for (const sql of [...byOwner, `update identity_checks set document_number = '1'`])
    await assert.rejects(fixture.database.pool.query(sql), { code: '42501' })
})
