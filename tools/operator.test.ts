import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { userInfo } from 'node:os'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createOperatorsFixture, type OperatorsFixture, origin } from '#test/operators/operators-fixture.ts'

const tool = fileURLToPath(new URL('./operator.ts', import.meta.url))

describe('npm run operator', () => {
  let fixture: OperatorsFixture
  before(async () => {
    fixture = await createOperatorsFixture()
  })
  after(async () => await fixture.database.drop())

  async function operator(...args: readonly string[]) {
    const env = { ...process.env, DATABASE_URL: fixture.database.url }
    const child = spawn(process.execPath, [tool, ...args], { env })
    const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
    const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)])
    return { out, error, exitCode: await exited }
  }

  it('resets the password and authenticator of an owner, even the last one', async () => {
    const owner = await fixture.addOperator('owner')
    const token = await fixture.signIn(owner)
    const { out, error, exitCode } = await operator('reset', owner.email.toUpperCase())
    assert.deepEqual([error, exitCode], ['', 0])
    const [, password = ''] = /with the password (\S+)\n/.exec(out) ?? []
    assert.match(password, /^[a-z]{3}\d(-[a-z]{3}\d){4}$/)
    assert.equal(await fixture.operators.authenticate(token), undefined)
    fixture.nextDay()
    const old = await fixture.operators.signIn({ ...owner, ...origin, totp: fixture.totpOf(owner) })
    assert.equal(old.kind, 'refused')
    const begun = await fixture.operators.signIn({ ...owner, ...origin, password, totp: '' })
    assert.equal(begun.kind === 'enrolment' && begun.needsPassword, true)
    assert.deepEqual(
      (await fixture.auditEntries(owner.id)).find(({ action }) => action === 'operator_reset'),
      { action: 'operator_reset', details: {}, who: `cli:${userInfo().username}`, address: '' },
    )
  })

  it('notes that the operator is deactivated', async () => {
    const { id, email } = await fixture.addOperator('viewer')
    await fixture.database.query('update operators set is_active = false where id = $1', [id])
    assert.match((await operator('reset', email)).out, /deactivated/)
  })

  it('lists operators', async () => {
    const { email } = await fixture.addOperator('finance', { isEnrolled: false })
    const { out, exitCode } = await operator()
    assert.equal(exitCode, 0)
    assert.match(out, new RegExp(`^${email} {3}finance, no authenticator yet$`, 'm'))
  })

  const wrong: readonly (readonly [readonly string[], RegExp])[] = [
    [['reset', 'nobody@example.com'], /^There is no operator nobody@example\.com\.\n$/],
    [['reset', 'nobody'], /^nobody is not an email address\. Usage: /],
    [['reset'], /^Usage: /],
    [['drop', 'a@example.com'], /^Usage: /],
    [['reset', 'a@example.com', 'b'], /^Usage: /],
  ]
  it('refuses unknown operators and invalid arguments with a message', async () => {
    for (const [args, message] of wrong) {
      const { error, exitCode } = await operator(...args)
      assert.equal(exitCode, 1)
      assert.match(error, message)
    }
  })
})
