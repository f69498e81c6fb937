import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { dayMs } from '#core/candle/period.ts'
import type { Users } from '#server/users/users.ts'
import { createUsersFixture, password, type UsersFixture } from '#test/users/users-fixture.ts'

let fixture: UsersFixture
before(async () => {
  fixture = await createUsersFixture()
})
after(async () => await fixture.stop())

const hourMs = 3_600_000

async function logIn(email: string | undefined, device = 'a phone'): Promise<string> {
  const input = { channel: 'email', account: email ?? '', password } as const
  const loggedIn = await fixture.users.logIn(input, { ...fixture.client, device })
  assert.ok(loggedIn.kind === 'logged_in')
  return loggedIn.token
}

/** Resolves with the id of the next session that ends. */
function ending(users: Users): Promise<number> {
  return new Promise((resolve) => users.onSessionEnded(resolve))
}

describe('a session', () => {
  test('is not found by an unknown token', async () => {
    for (const token of ['', 'nonsense', 'A'.repeat(43), "' or 1=1"]) {
      assert.equal(await fixture.users.authenticate(token), undefined)
    }
  })

  test('expires thirty days after its last use', async () => {
    const { token } = await fixture.newUser()
    for (let count = 0; count < 3; count++) {
      fixture.advance(29 * dayMs)
      assert.ok(await fixture.users.authenticate(token))
    }
    fixture.advance(30 * dayMs + 1)
    assert.equal(await fixture.users.authenticate(token), undefined)
  })

  test('updates its last use at most once an hour', async () => {
    const { user, token } = await fixture.newUser()
    const seen = async () => (await fixture.users.sessionsOf(user.id))[0]?.lastSeenAtMs
    const opened = fixture.nowMs()
    fixture.advance(hourMs - 1)
    await fixture.users.authenticate(token)
    assert.equal(await seen(), opened)
    fixture.advance(31_000)
    await fixture.users.authenticate(token)
    assert.equal(await seen(), fixture.nowMs())
  })

  test('ends at once on logout and notifies the listener', async () => {
    const { token } = await fixture.newUser()
    const user = await fixture.users.authenticate(token)
    assert.ok(user !== undefined)
    const notified = ending(fixture.users)
    await fixture.users.logOut(user)
    assert.equal(await fixture.users.authenticate(token), undefined)
    assert.equal(await notified, user.sessionId)
  })

  test('is ended by the sweep once expired, which notifies the listener', async () => {
    const { token } = await fixture.newUser()
    const user = await fixture.users.authenticate(token)
    fixture.advance(30 * dayMs + 1)
    const notified: number[] = []
    const stop = fixture.users.onSessionEnded((id) => notified.push(id))
    await fixture.users.sweep()
    stop()
    assert.ok(notified.includes(user?.sessionId ?? 0))
  })

  test('that expires together with 999 others is announced, however long their ids are', async () => {
    const { user } = await fixture.newUser()
    await fixture.database.query('alter sequence sessions_id_seq restart with 9000000000000000')
    await fixture.database.query(
      `insert into sessions (user_id, token_hash, address, device, created_at, last_seen_at, expires_at)
       select $1, sha256(('expired ' || n)::bytea), '', '', $2, $2, $2 from generate_series(1, 1000) n`,
      [user.id, new Date(fixture.nowMs() - 1)],
    )
    const elsewhere = await fixture.anotherProcess()
    const announced = new Set<number>()
    const all = new Promise<void>((resolve) =>
      elsewhere.onSessionEnded((id) => {
        if (announced.add(id).size === 1000) resolve()
      }),
    )
    await fixture.users.sweep()
    await all
    assert.equal(Math.min(...announced), 9_000_000_000_000_000)
  })

  test('ended in one process is rejected by another process', async () => {
    const { token } = await fixture.newUser()
    const elsewhere = await fixture.anotherProcess()
    const user = await elsewhere.authenticate(token)
    assert.ok(user !== undefined)
    const notified = ending(elsewhere)
    await fixture.users.logOut(user)
    assert.equal(await notified, user.sessionId)
    assert.equal(await elsewhere.authenticate(token), undefined)
  })
})

describe('the sessions of a user', () => {
  test('are listed with their devices, last used first, without those of other users', async () => {
    const { user } = await fixture.newUser()
    const other = await fixture.newUser()
    fixture.advance(1000)
    await logIn(user.email, 'a tablet')
    const listed = await fixture.users.sessionsOf(user.id)
    assert.deepEqual(
      listed.map(({ device, address }) => [device, address]),
      [
        ['a tablet', fixture.client.address],
        ['a phone', fixture.client.address],
      ],
    )
    assert.equal((await fixture.users.sessionsOf(other.user.id)).length, 1)
  })

  test('end except the current one when the user signs out the others', async () => {
    const { user, token } = await fixture.newUser()
    const others = [await logIn(user.email), await logIn(user.email)]
    const stranger = await fixture.newUser()
    const own = await fixture.users.authenticate(token)
    assert.ok(own !== undefined)
    for (const other of others) assert.ok(await fixture.users.authenticate(other))
    assert.equal(await fixture.users.signOutOthers(own), 2)
    for (const other of others) assert.equal(await fixture.users.authenticate(other), undefined)
    assert.ok(await fixture.users.authenticate(token))
    assert.ok(await fixture.users.authenticate(stranger.token))
    assert.equal(await fixture.users.signOutOthers(own), 0)
  })

  test('are at most twenty: another login ends the least recently used', async () => {
    const { user, token } = await fixture.newUser()
    for (let count = 0; count < 20; count++) {
      fixture.advance(1000)
      await logIn(user.email)
    }
    assert.equal((await fixture.users.sessionsOf(user.id)).length, 20)
    fixture.advance(30_001)
    assert.equal(await fixture.users.authenticate(token), undefined)
  })
})
