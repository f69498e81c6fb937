import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { dayMs } from '#core/candle/period.ts'
import { eventually } from '#test/eventually.ts'
import { createUsersFixture, password, type UsersFixture } from '#test/users/users-fixture.ts'

let fixture: UsersFixture
before(async () => {
  fixture = await createUsersFixture({ limits: true })
})
after(async () => await fixture.stop())

function logIn(account: string, typed = password, address = fixture.client.address) {
  const visit = { ...fixture.client, address, limitKey: address }
  return fixture.users.logIn({ channel: 'email', account, password: typed }, visit)
}

describe('a login', () => {
  test('ignores the case of the email address but not of the password', async () => {
    const { user } = await fixture.newUser()
    const loggedIn = await logIn(` ${user.email?.toUpperCase()} `)
    assert.equal(loggedIn.kind, 'logged_in')
    const wrong = await logIn(user.email ?? '', password.toUpperCase())
    assert.deepEqual(wrong, { kind: 'refused', reason: 'wrong_credentials' })
  })

  test('refuses an unknown or impossible account as wrong credentials', async () => {
    for (const account of ['nobody@example.com', 'no address', '', "' or 1=1 --", '\u0000']) {
      assert.deepEqual(await logIn(account), { kind: 'refused', reason: 'wrong_credentials' }, account)
    }
  })

  test('is recorded in the login history of its user only', async () => {
    const { user } = await fixture.newUser()
    const other = await fixture.newUser()
    await logIn(user.email ?? '', 'wrong 1234', '198.51.100.7')
    // The failed login is recorded after the answer, so the test waits for it.
    await eventually(async () => (await fixture.users.loginsOf(user.id, 1)).total === 2)
    await logIn(user.email ?? '', password, '198.51.100.8')
    const { data, total } = await fixture.users.loginsOf(user.id, 1)
    assert.deepEqual(
      data.map(({ succeeded, address }) => [succeeded, address]),
      [
        [true, '198.51.100.8'],
        [false, '198.51.100.7'],
        [true, fixture.client.address],
      ],
    )
    assert.equal(total, 3)
    assert.equal((await fixture.users.loginsOf(other.user.id, 1)).total, 1)
  })
})

describe('the login lockout', () => {
  test('doubles with every wrong password, refuses even the correct one, and spares other accounts', async () => {
    const { user } = await fixture.newUser()
    const other = await fixture.newUser()
    const account = user.email ?? ''
    for (let count = 0; count < 5; count++) assert.equal((await logIn(account, 'wrong 1234')).kind, 'refused')
    assert.deepEqual(await logIn(account), { kind: 'too_many_requests', retryAfterSeconds: 30 })
    assert.equal((await logIn(other.user.email ?? '')).kind, 'logged_in')
    fixture.advance(30_000)
    assert.equal((await logIn(account, 'wrong 1234')).kind, 'refused')
    assert.deepEqual(await logIn(account), { kind: 'too_many_requests', retryAfterSeconds: 60 })
    fixture.advance(60_000)
    assert.equal((await logIn(account)).kind, 'logged_in')
    assert.equal((await logIn(account, 'wrong 1234')).kind, 'refused')
    assert.equal((await logIn(account)).kind, 'logged_in')
  })

  test('allows five of twelve parallel wrong passwords', async () => {
    const { user } = await fixture.newUser()
    const many = await Promise.all(Array.from({ length: 12 }, () => logIn(user.email ?? '', 'wrong 1234')))
    assert.equal(many.filter(({ kind }) => kind === 'refused').length, 5)
    assert.equal(many.filter(({ kind }) => kind === 'too_many_requests').length, 7)
  })

  test('applies to unknown accounts in the same way', async () => {
    for (let count = 0; count < 5; count++) await logIn('ghost@example.com', 'wrong 1234')
    assert.equal((await logIn('ghost@example.com', 'wrong 1234')).kind, 'too_many_requests')
  })

  test('applies to a client address after thirty failures on any accounts', async () => {
    const address = '192.0.2.44'
    for (let count = 0; count < 30; count++) await logIn(`guess${count}@example.com`, 'wrong 1234', address)
    assert.equal((await logIn('one.more@example.com', 'wrong 1234', address)).kind, 'too_many_requests')
    assert.equal((await logIn('one.more@example.com', 'wrong 1234', '192.0.2.45')).kind, 'refused')
  })

  test('of an address is not cleared by successful logins in between', async () => {
    const { user } = await fixture.newUser()
    const address = '192.0.2.46'
    for (let count = 0; count < 30; count++) {
      await logIn(`target${count}@example.com`, 'wrong 1234', address)
      if (count % 3 === 0) await logIn(user.email ?? '', password, address)
    }
    assert.equal((await logIn('last@example.com', 'wrong 1234', address)).kind, 'too_many_requests')
  })

  test('of an address forgets one failure a minute and never refuses correct logins', async () => {
    const { user } = await fixture.newUser()
    const address = '192.0.2.47'
    for (let hour = 0; hour < 40; hour++) {
      assert.equal((await logIn(`typo${hour}@example.com`, 'wrong 1234', address)).kind, 'refused')
      fixture.advance(30 * 60_000)
      assert.equal((await logIn(user.email ?? '', password, address)).kind, 'logged_in')
      fixture.advance(30 * 60_000)
    }
    for (let count = 0; count < 29; count++) await logIn(`guess${count}@example.com`, 'wrong 1234', address)
    // The thirtieth attempt is correct: it succeeds and starts no lockout.
    assert.equal((await logIn(user.email ?? '', password, address)).kind, 'logged_in')
    assert.equal((await logIn(user.email ?? '', password, address)).kind, 'logged_in')
  })

  test('stores no row for attempts that it refuses', async () => {
    const address = '192.0.2.48'
    for (let count = 0; count < 30; count++) await logIn(`many${count}@example.com`, 'wrong 1234', address)
    const rows = async () => (await fixture.database.query('select 1 from login_failures')).rowCount
    const before = await rows()
    for (let count = 0; count < 20; count++) {
      assert.equal((await logIn(`more${count}@example.com`, 'wrong 1234', address)).kind, 'too_many_requests')
    }
    assert.equal(await rows(), before)
  })

  test('forgets the failures of an account after a day', async () => {
    const { user } = await fixture.newUser()
    for (let count = 0; count < 4; count++) await logIn(user.email ?? '', 'wrong 1234')
    fixture.advance(dayMs + 1)
    await logIn(user.email ?? '', 'wrong 1234')
    assert.equal((await logIn(user.email ?? '')).kind, 'logged_in')
  })
})

test('a login is refused if the password is reset while it is verified', async () => {
  const { user } = await fixture.newUser()
  const email = user.email ?? ''
  const code = await fixture.codeFor(email, 'reset')
  const next = 'another staple 8'
  // Locks the user's row, so that the login verifies the old password and then waits.
  const client = await fixture.database.pool.connect()
  await client.query('begin')
  await client.query('select 1 from users where id = $1 for update', [user.id])
  const late = logIn(email)
  const reset = fixture.users.resetPassword(
    { channel: 'email', account: email, password: next, repeated: next, code },
    fixture.client,
  )
  await untilWaitingForLock(2)
  await client.query('update users set password_hash = password_hash || $2 where id = $1', [user.id, '!'])
  await client.query('commit')
  client.release()
  assert.deepEqual(await late, { kind: 'refused', reason: 'wrong_credentials' })
  assert.equal((await reset).kind, 'set')
})

/** Resolves once `count` database connections wait for a lock. */
async function untilWaitingForLock(count: number): Promise<void> {
  const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  while (((await fixture.database.query(waiting)).rowCount ?? 0) < count);
}

describe('a demo account', () => {
  const id = (number: number) => number.toString(16).padStart(32, '0')

  test('is created once per demo id', async () => {
    const [first, again] = await Promise.all([1, 2].map(() => fixture.users.logInDemo(id(1), fixture.client)))
    const other = await fixture.users.logInDemo(id(2), fixture.client)
    assert.ok(first?.kind === 'logged_in' && again?.kind === 'logged_in' && other.kind === 'logged_in')
    assert.equal(first.user.id, again.user.id)
    assert.notEqual(first.token, again.token)
    assert.notEqual(first.user.id, other.user.id)
    assert.deepEqual(
      [first.user.isDemo, first.user.inviteCode, first.user.email],
      [true, undefined, undefined],
    )
    assert.equal((await fixture.users.authenticate(first.token))?.isDemo, true)
  })

  test('is refused for an id that is not 32 hexadecimal characters', async () => {
    for (const wrong of ['', 'abc', id(1).slice(1), `${id(1)}0`, 'g'.repeat(32), `${'0'.repeat(31)}é`]) {
      const refusal = await fixture.users.logInDemo(wrong, fixture.client)
      assert.deepEqual(refusal, { kind: 'refused', reason: 'invalid_input', field: 'demo_id' })
    }
  })

  test('can be created sixty times an hour per address; existing ones stay reachable', async () => {
    const visit = { ...fixture.client, limitKey: '192.0.2.99' }
    for (let number = 100; number < 160; number++) {
      assert.equal((await fixture.users.logInDemo(id(number), visit)).kind, 'logged_in')
    }
    assert.equal((await fixture.users.logInDemo(id(160), visit)).kind, 'too_many_requests')
    assert.equal((await fixture.users.logInDemo(id(100), visit)).kind, 'logged_in')
    fixture.advance(60_000)
    assert.equal((await fixture.users.logInDemo(id(160), visit)).kind, 'logged_in')
  })
})

test('no table holds a token, password, demo id or code in plain text', async () => {
  const { user, token } = await fixture.newUser()
  const demoId = 'abcdef0123456789abcdef0123456789'
  await fixture.users.logInDemo(demoId, fixture.client)
  await logIn(user.email ?? '', 'a wrong secret 9')
  const code = await fixture.codeFor(user.email ?? '', 'reset')
  const { rows } = await fixture.database.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  for (const { name } of rows) {
    const found = await fixture.database.query<{ text: string }>(`select t::text as text from ${name} t`)
    const stored = found.rows.map(({ text }) => text).join('\n')
    for (const secret of [token, password, demoId, 'a wrong secret 9', Buffer.from(token).toString('hex')]) {
      assert.ok(!stored.includes(secret), `${name} holds ${secret}`)
    }
    if (name === 'verification_codes') assert.doesNotMatch(stored, new RegExp(`\\b${code}\\b`))
  }
})
