import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createKyc } from '#server/kyc/kyc.ts'
import { createKycFixture, type KycFixture } from '#test/kyc/kyc-fixture.ts'
import { insertUser } from '#test/uploads/insert-user.ts'

let fixture: KycFixture
before(async () => {
  fixture = await createKycFixture()
})
after(async () => await fixture.database.drop())

const refused = (reason: string) => ({ kind: 'refused', reason })

describe('submitting an identity', () => {
  it('queues the check and claims its images', async () => {
    const { form } = await fixture.submitted('AB 123-456')
    assert.equal(await fixture.kyc.statusOf(form.userId), 1)
    assert.deepEqual(await fixture.kyc.overview(form.userId), {
      status: 1,
      remark: '',
      name: 'Ann Lee',
      documentNumber: '••••••-456',
      submittedAt: new Date(fixture.nowMs()),
      decidedAt: undefined,
    })
    const { rows } = await fixture.database.query(
      'select distinct kept_for from uploads where owner_id = $1',
      [form.userId],
    )
    assert.deepEqual(rows, [{ kept_for: 'identity' }])
  })

  it('has status 0 and no data before the first submission', async () => {
    const { id } = await insertUser(fixture.database)
    assert.equal(await fixture.kyc.statusOf(id), 0)
    assert.deepEqual(await fixture.kyc.overview(id), {
      status: 0,
      remark: '',
      name: '',
      documentNumber: '',
      submittedAt: undefined,
      decidedAt: undefined,
    })
  })

  it('accepts the same submission again and refuses a different one while waiting', async () => {
    const { form } = await fixture.submitted()
    const again = { ...form, name: '  Ann   Lee ', documentNumber: ` ${form.documentNumber} ` }
    assert.deepEqual(await fixture.kyc.submit(again), { kind: 'submitted' })
    assert.deepEqual(await fixture.kyc.submit({ ...form, name: 'Ann Li' }), refused('identity_waiting'))
    const other = await fixture.upload(form.userId)
    assert.deepEqual(await fixture.kyc.submit({ ...form, frontName: other }), refused('identity_waiting'))
    assert.equal(await fixture.checksOf(form.userId), 1)
  })

  it('creates one check for six equal submissions in parallel', async () => {
    const { form } = await fixture.applicant()
    const outcomes = await fixture.submitInParallel(form.userId, Array(6).fill(form))
    assert.ok(outcomes.every(({ kind }) => kind === 'submitted'))
    assert.equal(await fixture.checksOf(form.userId), 1)
  })

  it('accepts one of four different submissions in parallel', async () => {
    const { form } = await fixture.applicant()
    const names = ['Ann Lee', 'Ann Li', 'Ann Lo', 'Ann Lu']
    const forms = names.map((name) => ({ ...form, name }))
    const outcomes = await fixture.submitInParallel(form.userId, forms)
    const refusals = outcomes.filter((one) => 'reason' in one && one.reason === 'identity_waiting')
    assert.equal(refusals.length, 3)
    assert.equal(outcomes.filter(({ kind }) => kind === 'submitted').length, 1)
    assert.equal(await fixture.checksOf(form.userId), 1)
  })

  it('refuses an invalid name or number and images of other users', async () => {
    const { form } = await fixture.applicant()
    const theirs = (await fixture.applicant()).form
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
    for (const [wrong, outcome] of cases)
      assert.deepEqual(await fixture.kyc.submit({ ...form, ...wrong }), outcome)
    assert.equal(await fixture.checksOf(form.userId), 0)
    assert.deepEqual(await fixture.kyc.submit(form), { kind: 'submitted' })
  })

  it('refuses the same image for both sides, even if uploaded twice', async () => {
    const { form } = await fixture.applicant()
    const [once, again] = [await fixture.upload(form.userId, 0), await fixture.upload(form.userId, 0)]
    const twice = { ...form, frontName: once, reverseName: again }
    assert.deepEqual(await fixture.kyc.submit(twice), refused('identity_same_image'))
    const better = { ...twice, reverseName: await fixture.upload(form.userId, 1) }
    assert.deepEqual(await fixture.kyc.submit(better), { kind: 'submitted' })
    // An upload of another user is unknown, not a duplicate.
    const theirs = (await fixture.applicant()).form
    const mixed = { ...theirs, reverseName: again }
    assert.deepEqual(await fixture.kyc.submit(mixed), refused('image_unknown'))
  })

  it('claims no image if the check cannot be stored', async () => {
    const { form } = await fixture.applicant()
    const now = () => {
      throw new Error('no time')
    }
    const broken = createKyc({ ...fixture.parts, clock: { ...fixture.parts.clock, now } })
    await assert.rejects(broken.submit(form), /no time/)
    assert.deepEqual(await fixture.kyc.submit(form), { kind: 'submitted' })
  })
})
