import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type AccountStage, createAccountStage, password } from '#test/accounts-fixture.ts'
import { eventually } from '#test/live/live-harness.ts'

let stage: AccountStage
before(async () => {
  stage = await createAccountStage({ limits: true })
})
after(async () => await stage.stop())

const dayMs = 24 * 3_600_000

function logIn(account: string, typed = password, address = stage.visit.address) {
  const visit = { ...stage.visit, address, limitKey: address }
  return stage.accounts.logIn({ channel: 'email', account, password: typed }, visit)
}

describe('a login', () => {
  test('takes the address in any case and the password as it is', async () => {
    const { user } = await stage.newUser()
    const entered = await logIn(` ${user.email?.toUpperCase()} `)
    assert.equal(entered.kind, 'entered')
    const wrong = await logIn(user.email ?? '', password.toUpperCase())
    assert.deepEqual(wrong, { kind: 'refused', reason: 'wrong_credentials' })
  })

  test('says the same of an account that does not exist, or cannot', async () => {
    for (const account of ['nobody@example.com', 'no address', '', "' or 1=1 --", '\u0000']) {
      assert.deepEqual(await logIn(account), { kind: 'refused', reason: 'wrong_credentials' }, account)
    }
  })

  test('is in the history of its user, and of no other', async () => {
    const { user } = await stage.newUser()
    const other = await stage.newUser()
    await logIn(user.email ?? '', 'wrong 1234', '198.51.100.7')
    // Noted beside the answer, so that the answer does not take longer for an account that exists.
    await eventually(async () => (await stage.accounts.loginsOf(user.id, 1)).total === 2)
    await logIn(user.email ?? '', password, '198.51.100.8')
    const { data, total } = await stage.accounts.loginsOf(user.id, 1)
    assert.deepEqual(
      data.map(({ succeeded, address }) => [succeeded, address]),
      [
        [true, '198.51.100.8'],
        [false, '198.51.100.7'],
        [true, stage.visit.address],
      ],
    )
    assert.equal(total, 3)
    assert.equal((await stage.accounts.loginsOf(other.user.id, 1)).total, 1)
  })
})

describe('wrong passwords', () => {
  test('make an account wait longer and longer, the right one too, and no other account', async () => {
    const { user } = await stage.newUser()
    const other = await stage.newUser()
    const account = user.email ?? ''
    for (let count = 0; count < 5; count++) assert.equal((await logIn(account, 'wrong 1234')).kind, 'refused')
    assert.deepEqual(await logIn(account), { kind: 'too_many_requests', retryAfterSeconds: 30 })
    assert.equal((await logIn(other.user.email ?? '')).kind, 'entered')
    stage.pass(30_000)
    assert.equal((await logIn(account, 'wrong 1234')).kind, 'refused')
    assert.deepEqual(await logIn(account), { kind: 'too_many_requests', retryAfterSeconds: 60 })
    stage.pass(60_000)
    assert.equal((await logIn(account)).kind, 'entered')
    assert.equal((await logIn(account, 'wrong 1234')).kind, 'refused')
    assert.equal((await logIn(account)).kind, 'entered')
  })

  test('are counted one by one however many come at once', async () => {
    const { user } = await stage.newUser()
    const many = await Promise.all(Array.from({ length: 12 }, () => logIn(user.email ?? '', 'wrong 1234')))
    assert.equal(many.filter(({ kind }) => kind === 'refused').length, 5)
    assert.equal(many.filter(({ kind }) => kind === 'too_many_requests').length, 7)
  })

  test('for names nobody has are counted in the same way', async () => {
    for (let count = 0; count < 5; count++) await logIn('ghost@example.com', 'wrong 1234')
    assert.equal((await logIn('ghost@example.com', 'wrong 1234')).kind, 'too_many_requests')
  })

  test('from one address make it wait, whatever the accounts', async () => {
    const address = '192.0.2.44'
    for (let count = 0; count < 30; count++) await logIn(`guess${count}@example.com`, 'wrong 1234', address)
    assert.equal((await logIn('one.more@example.com', 'wrong 1234', address)).kind, 'too_many_requests')
    assert.equal((await logIn('one.more@example.com', 'wrong 1234', '192.0.2.45')).kind, 'refused')
  })

  test('are not washed away by logins of one’s own in between', async () => {
    const { user } = await stage.newUser()
    const address = '192.0.2.46'
    for (let count = 0; count < 30; count++) {
      await logIn(`target${count}@example.com`, 'wrong 1234', address)
      if (count % 3 === 0) await logIn(user.email ?? '', password, address)
    }
    assert.equal((await logIn('last@example.com', 'wrong 1234', address)).kind, 'too_many_requests')
  })

  test('of an address are forgotten one a minute, however many log in meanwhile, and never stop those', async () => {
    const { user } = await stage.newUser()
    const address = '192.0.2.47'
    for (let hour = 0; hour < 40; hour++) {
      assert.equal((await logIn(`typo${hour}@example.com`, 'wrong 1234', address)).kind, 'refused')
      stage.pass(30 * 60_000)
      assert.equal((await logIn(user.email ?? '', password, address)).kind, 'entered')
      stage.pass(30 * 60_000)
    }
    for (let count = 0; count < 29; count++) await logIn(`guess${count}@example.com`, 'wrong 1234', address)
    // The one that makes it thirty is right: it is let in, and nobody has to wait for it.
    assert.equal((await logIn(user.email ?? '', password, address)).kind, 'entered')
    assert.equal((await logIn(user.email ?? '', password, address)).kind, 'entered')
  })

  test('of one who has to wait leave no trace', async () => {
    const address = '192.0.2.48'
    for (let count = 0; count < 30; count++) await logIn(`many${count}@example.com`, 'wrong 1234', address)
    const rows = async () => (await stage.database.query('select 1 from login_failures')).rowCount
    const before = await rows()
    for (let count = 0; count < 20; count++) {
      assert.equal((await logIn(`more${count}@example.com`, 'wrong 1234', address)).kind, 'too_many_requests')
    }
    assert.equal(await rows(), before)
  })

  test('are forgotten after a day', async () => {
    const { user } = await stage.newUser()
    for (let count = 0; count < 4; count++) await logIn(user.email ?? '', 'wrong 1234')
    stage.pass(dayMs + 1)
    await logIn(user.email ?? '', 'wrong 1234')
    assert.equal((await logIn(user.email ?? '')).kind, 'entered')
  })
})

test('a login that was judged by a password which is reset meanwhile is none', async () => {
  const { user } = await stage.newUser()
  const email = user.email ?? ''
  const code = await stage.codeFor(email, 'reset')
  const next = 'another staple 8'
  // Holds the row of the user, so that the login is judged by the old password and then waits.
  const client = await stage.database.pool.connect()
  await client.query('begin')
  await client.query('select 1 from users where id = $1 for update', [user.id])
  const late = logIn(email)
  const reset = stage.accounts.resetPassword(
    { channel: 'email', account: email, password: next, repeated: next, code },
    stage.visit,
  )
  await waitsFor(2)
  await client.query('update users set password_hash = password_hash || $2 where id = $1', [user.id, '!'])
  await client.query('commit')
  client.release()
  assert.deepEqual(await late, { kind: 'refused', reason: 'wrong_credentials' })
  assert.equal((await reset).kind, 'set')
})

/** Resolves once so many sessions of the database wait for a lock. */
async function waitsFor(count: number): Promise<void> {
  const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  while (((await stage.database.query(waiting)).rowCount ?? 0) < count);
}

describe('a demo account', () => {
  const id = (number: number) => number.toString(16).padStart(32, '0')

  test('is made once for each id, and is nobody else’s', async () => {
    const [first, again] = await Promise.all([1, 2].map(() => stage.accounts.logInDemo(id(1), stage.visit)))
    const other = await stage.accounts.logInDemo(id(2), stage.visit)
    assert.ok(first?.kind === 'entered' && again?.kind === 'entered' && other.kind === 'entered')
    assert.equal(first.user.id, again.user.id)
    assert.notEqual(first.token, again.token)
    assert.notEqual(first.user.id, other.user.id)
    assert.deepEqual(
      [first.user.isDemo, first.user.inviteCode, first.user.email],
      [true, undefined, undefined],
    )
    assert.equal((await stage.accounts.identify(first.token))?.isDemo, true)
  })

  test('needs an id of 32 hexadecimal characters', async () => {
    for (const wrong of ['', 'abc', id(1).slice(1), `${id(1)}0`, 'g'.repeat(32), `${'0'.repeat(31)}é`]) {
      const refusal = await stage.accounts.logInDemo(wrong, stage.visit)
      assert.deepEqual(refusal, { kind: 'refused', reason: 'invalid_input', field: 'demo_id' })
    }
  })

  test('can be made sixty times an hour from one address; those there are stay open', async () => {
    const visit = { ...stage.visit, limitKey: '192.0.2.99' }
    for (let number = 100; number < 160; number++) {
      assert.equal((await stage.accounts.logInDemo(id(number), visit)).kind, 'entered')
    }
    assert.equal((await stage.accounts.logInDemo(id(160), visit)).kind, 'too_many_requests')
    assert.equal((await stage.accounts.logInDemo(id(100), visit)).kind, 'entered')
    stage.pass(60_000)
    assert.equal((await stage.accounts.logInDemo(id(160), visit)).kind, 'entered')
  })
})

test('nothing that is stored would let anyone in', async () => {
  const { user, token } = await stage.newUser()
  const demoId = 'abcdef0123456789abcdef0123456789'
  await stage.accounts.logInDemo(demoId, stage.visit)
  await logIn(user.email ?? '', 'a wrong secret 9')
  const code = await stage.codeFor(user.email ?? '', 'reset')
  const { rows } = await stage.database.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  for (const { name } of rows) {
    const found = await stage.database.query<{ text: string }>(`select t::text as text from ${name} t`)
    const stored = found.rows.map(({ text }) => text).join('\n')
    for (const secret of [token, password, demoId, 'a wrong secret 9', Buffer.from(token).toString('hex')]) {
      assert.ok(!stored.includes(secret), `${name} holds ${secret}`)
    }
    if (name === 'verification_codes') assert.doesNotMatch(stored, new RegExp(`\\b${code}\\b`))
  }
})
