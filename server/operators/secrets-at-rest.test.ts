import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Secret } from 'otpauth'
import {
  createOperatorsFixture,
  type OperatorsFixture,
  origin,
  totpAt,
} from '#test/operators/operators-fixture.ts'

describe('stored operator data', () => {
  let fixture: OperatorsFixture
  before(async () => {
    fixture = await createOperatorsFixture()
  })
  after(async () => await fixture.database.drop())

  /** Every row of every table as text, with bytes in hexadecimal. */
  async function dumpTables(): Promise<string> {
    const { rows: tables } = await fixture.database.query<{ name: string }>(
      `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
    )
    const texts: string[] = []
    for (const { name } of tables) {
      const { rows } = await fixture.database.query<{ text: string }>(`select t::text as text from ${name} t`)
      texts.push(...rows.map(({ text }) => text))
    }
    return texts.join('\n')
  }

  function written(secret: string): readonly string[] {
    const bare = secret.replaceAll('-', '')
    return [secret, bare, Buffer.from(secret).toString('hex'), Buffer.from(bare).toString('hex')]
  }

  it('contains no password, token, ticket, secret or recovery code in plain text', async () => {
    const first = await fixture.operators.ensureFirstOwner({ email: 'owner@example.com' })
    assert.ok(first.kind === 'created' && first.password !== undefined)
    const credentials = { ...origin, email: first.email, password: first.password }
    const begun = await fixture.operators.signIn({ ...credentials, totp: '' })
    assert.ok(begun.kind === 'enrolment')
    const waiting = await dumpTables()
    const enrolled = await fixture.operators.enrol({
      ...origin,
      ticket: begun.ticket,
      totp: totpAt(begun.secret, fixture.clock.now()),
      newPassword: 'fresh paint 42',
    })
    assert.ok(enrolled.kind === 'session')
    fixture.advance(30_000)
    const totp = totpAt(begun.secret, fixture.clock.now())
    const by = await fixture.operators.authenticate(enrolled.token)
    assert.ok(by)
    const hired = await fixture.operators.create({
      by,
      email: 'new@example.com',
      role: 'viewer',
      totp,
      address: '',
    })
    assert.ok(hired.kind === 'created')
    await fixture.operators.signIn({ ...credentials, password: 'a typed mistake 1', totp: '135791' })

    const stored = `${waiting}\n${await dumpTables()}`
    assert.match(stored, /owner@example\.com/, 'the dump contains known data')
    const secrets = [
      first.password,
      'fresh paint 42',
      hired.password,
      'a typed mistake 1',
      '135791',
      enrolled.token,
      begun.ticket,
      begun.secret,
      ...enrolled.recoveryCodes,
    ]
    for (const secret of secrets)
      for (const form of written(secret)) assert.ok(!stored.includes(form), 'the database contains a secret')
    assert.ok(!stored.includes(Secret.fromBase32(begun.secret).hex.toLowerCase()))
  })

  it('includes an audit log that the application cannot change or delete', async () => {
    for (const sql of [
      `update audit_entries set who = 'nobody'`,
      'delete from audit_entries',
      'truncate audit_entries',
      'delete from operators',
    ])
      await assert.rejects(fixture.database.pool.query(sql), { code: '42501' })
    assert.ok(Number((await fixture.database.query('select 1 from audit_entries')).rowCount) > 0)
  })
})
