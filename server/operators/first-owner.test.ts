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
  let fixture: OperatorsFixture
  let cluster: TestDatabase
  before(async () => {
    cluster = await createTestDatabase()
  })
  after(async () => await cluster.drop())
  beforeEach(async () => {
    fixture = await createOperatorsFixture()
  })
  afterEach(async () => await fixture.database.drop())

  const email = 'owner@example.com'
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

  function signIn(password: string, totp = '') {
    return fixture.operators.signIn({ ...origin, email, password, totp })
  }

  it('gets a generated password that must be changed at the enrolment', async () => {
    const made = await fixture.operators.ensureFirstOwner({ email })
    assert.equal(made.kind, 'created')
    if (made.kind !== 'created') return
    assert.deepEqual([made.email, made.needsEnrolment], [email, true])
    assert.match(made.password ?? '', /^[a-z]{3}\d(-[a-z]{3}\d){4}$/)
    const begun = await signIn(made.password ?? '')
    assert.equal(begun.kind === 'enrolment' && begun.needsPassword, true)
    assert.deepEqual(
      (await fixture.operators.list()).map(({ role, isActive, hasTotp }) => [role, isActive, hasTotp]),
      [['owner', true, false]],
    )
  })

  it('keeps a password from the environment', async () => {
    const made = await fixture.operators.ensureFirstOwner({ email, password: 'from the env 9' })
    assert.deepEqual(made, { kind: 'created', email, password: undefined, needsEnrolment: true })
    const begun = await signIn('from the env 9')
    assert.equal(begun.kind === 'enrolment' && begun.needsPassword, false)
  })

  it('needs no enrolment if the environment sets the second factor', async () => {
    const made = await fixture.operators.ensureFirstOwner({
      email,
      password: 'from the env 9',
      totpSecret: secret,
    })
    assert.deepEqual(made, { kind: 'created', email, password: undefined, needsEnrolment: false })
    assert.equal((await signIn('from the env 9', totpAt(secret, fixture.clock.now()))).kind, 'session')
  })

  it('is created once by four parallel starts and not changed by later ones', async () => {
    const all = await Promise.all(
      Array.from({ length: 4 }, (_, index) =>
        fixture.operators.ensureFirstOwner({ email: `${index}@example.com` }),
      ),
    )
    assert.deepEqual(all.map(({ kind }) => kind).sort(), ['created', 'existing', 'existing', 'existing'])
    assert.deepEqual(await fixture.operators.ensureFirstOwner({ email, password: 'another one 9' }), {
      kind: 'existing',
    })
    assert.equal((await fixture.operators.list()).length, 1)
  })

  it('is audited as created by the system', async () => {
    await fixture.operators.ensureFirstOwner({ email })
    const [owner] = await fixture.operators.list()
    assert.deepEqual(await fixture.auditEntries(owner?.id ?? 0), [
      { action: 'operator_created', details: { email, role: 'owner' }, who: 'system', address: '' },
    ])
  })

  it('fails the start with instructions if the encryption key has changed', async () => {
    await fixture.operators.ensureFirstOwner({ email, totpSecret: secret })
    const encryption = createEncryption(systemRandom.bytes(32), systemRandom)
    const started = createOperators({ ...fixture.parts, encryption }).ensureFirstOwner({ email })
    await assert.rejects(started, { name: 'StartFailure', message: /secret\.key.*SECRET_KEY/ })
  })

  it('allows a changed encryption key before the second factor is enrolled', async () => {
    await fixture.operators.ensureFirstOwner({ email })
    const encryption = createEncryption(systemRandom.bytes(32), systemRandom)
    assert.deepEqual(await createOperators({ ...fixture.parts, encryption }).ensureFirstOwner({ email }), {
      kind: 'existing',
    })
  })
})
