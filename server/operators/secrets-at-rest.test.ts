import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Secret } from 'otpauth'
import {
  createOperatorsFixture,
  type OperatorsFixture,
  origin,
  totpAt,
} from '#test/operators/operators-fixture.ts'

describe('what is stored of operators', () => {
  let stage: OperatorsFixture
  before(async () => {
    stage = await createOperatorsFixture()
  })
  after(async () => await stage.database.drop())

  /** Every row of every table, as text; bytes are in hexadecimal. */
  async function everything(): Promise<string> {
    const { rows: tables } = await stage.database.query<{ name: string }>(
      `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
    )
    const texts: string[] = []
    for (const { name } of tables) {
      const { rows } = await stage.database.query<{ text: string }>(`select t::text from ${name} t`)
      texts.push(...rows.map(({ text }) => text))
    }
    return texts.join('\n')
  }

  function written(secret: string): readonly string[] {
    const bare = secret.replaceAll('-', '')
    return [secret, bare, Buffer.from(secret).toString('hex'), Buffer.from(bare).toString('hex')]
  }

  it('holds no password, token, ticket, secret or recovery code in plain', async () => {
    const first = await stage.operators.ensureFirstOwner({ email: 'owner@example.com' })
    assert.ok(first.kind === 'created' && first.password !== undefined)
    const credentials = { ...origin, email: first.email, password: first.password }
    const begun = await stage.operators.signIn({ ...credentials, totp: '' })
    assert.ok(begun.kind === 'enrolment')
    const waiting = await everything()
    const enrolled = await stage.operators.enrol({
      ...origin,
      ticket: begun.ticket,
      totp: totpAt(begun.secret, stage.clock.now()),
      newPassword: 'fresh paint 42',
    })
    assert.ok(enrolled.kind === 'session')
    stage.advance(30_000)
    const totp = totpAt(begun.secret, stage.clock.now())
    const by = await stage.operators.identify(enrolled.token)
    assert.ok(by)
    const hired = await stage.operators.create({
      by,
      email: 'new@example.com',
      role: 'viewer',
      totp,
      address: '',
    })
    assert.ok(hired.kind === 'created')
    await stage.operators.signIn({ ...credentials, password: 'a typed mistake 1', totp: '135791' })

    const stored = `${waiting}\n${await everything()}`
    assert.match(stored, /owner@example\.com/, 'the search finds what is there')
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
      for (const form of written(secret)) assert.ok(!stored.includes(form), `a secret stands in the database`)
    assert.ok(!stored.includes(Secret.fromBase32(begun.secret).hex.toLowerCase()))
  })

  it('includes an audit log the application can neither edit nor empty', async () => {
    for (const sql of [
      `update audit_entries set who = 'nobody'`,
      'delete from audit_entries',
      'truncate audit_entries',
      'delete from operators',
    ])
      await assert.rejects(stage.database.pool.query(sql), { code: '42501' })
    assert.ok(Number((await stage.database.query('select 1 from audit_entries')).rowCount) > 0)
  })
})
