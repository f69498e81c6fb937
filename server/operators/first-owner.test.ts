import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { createOperators } from '#server/operators/operators.ts'
import { createEncryption } from '#server/platform/encryption.ts'
import { systemRandom } from '#server/platform/random.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import {
  createOperatorsFixture,
  type OperatorsFixture,
  origin,
  totpAt,
} from '#test/operators/operators-fixture.ts'

describe('the first owner', () => {
  let stage: OperatorsFixture
  let cluster: TestDatabase
  before(async () => {
    cluster = await createTestDatabase()
  })
  after(async () => await cluster.drop())
  beforeEach(async () => {
    stage = await createOperatorsFixture()
  })
  afterEach(async () => await stage.database.drop())

  const email = 'owner@example.com'
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

  function signIn(password: string, totp = '') {
    return stage.operators.signIn({ ...origin, email, password, totp })
  }

  it('is made with a password nobody knows, which has to be changed at the enrolment', async () => {
    const made = await stage.operators.ensureFirstOwner({ email })
    assert.equal(made.kind, 'created')
    if (made.kind !== 'created') return
    assert.deepEqual([made.email, made.needsEnrolment], [email, true])
    assert.match(made.password ?? '', /^[a-z]{3}\d(-[a-z]{3}\d){4}$/)
    const begun = await signIn(made.password ?? '')
    assert.equal(begun.kind === 'enrolment' && begun.needsPassword, true)
    assert.deepEqual(
      (await stage.operators.list()).map(({ role, isActive, hasTotp }) => [role, isActive, hasTotp]),
      [['owner', true, false]],
    )
  })

  it('keeps the password of the environment', async () => {
    const made = await stage.operators.ensureFirstOwner({ email, password: 'from the env 9' })
    assert.deepEqual(made, { kind: 'created', email, password: undefined, needsEnrolment: true })
    const begun = await signIn('from the env 9')
    assert.equal(begun.kind === 'enrolment' && begun.needsPassword, false)
  })

  it('signs in at once where the environment gives the second factor, too', async () => {
    const made = await stage.operators.ensureFirstOwner({
      email,
      password: 'from the env 9',
      totpSecret: secret,
    })
    assert.deepEqual(made, { kind: 'created', email, password: undefined, needsEnrolment: false })
    assert.equal((await signIn('from the env 9', totpAt(secret, stage.clock.now()))).kind, 'session')
  })

  it('is one, however many start at once, and stays as it is', async () => {
    const all = await Promise.all(
      Array.from({ length: 4 }, (_, index) =>
        stage.operators.ensureFirstOwner({ email: `${index}@example.com` }),
      ),
    )
    assert.deepEqual(all.map(({ kind }) => kind).sort(), ['created', 'existing', 'existing', 'existing'])
    assert.deepEqual(await stage.operators.ensureFirstOwner({ email, password: 'another one 9' }), {
      kind: 'existing',
    })
    assert.equal((await stage.operators.list()).length, 1)
  })

  it('is audited as made by the system', async () => {
    await stage.operators.ensureFirstOwner({ email })
    const [owner] = await stage.operators.list()
    assert.deepEqual(await stage.auditEntries(owner?.id ?? 0), [
      { action: 'operator_created', details: { email, role: 'owner' }, who: 'system', address: '' },
    ])
  })

  it('is not let down by another key: the start fails and says what to do', async () => {
    await stage.operators.ensureFirstOwner({ email, totpSecret: secret })
    const encryption = createEncryption(systemRandom.bytes(32), systemRandom)
    const started = createOperators({ ...stage.parts, encryption }).ensureFirstOwner({ email })
    await assert.rejects(started, { name: 'StartFailure', message: /secret\.key.*SECRET_KEY/ })
  })

  it('may be waiting for its second factor when the key is another one', async () => {
    await stage.operators.ensureFirstOwner({ email })
    const encryption = createEncryption(systemRandom.bytes(32), systemRandom)
    assert.deepEqual(await createOperators({ ...stage.parts, encryption }).ensureFirstOwner({ email }), {
      kind: 'existing',
    })
  })
})
