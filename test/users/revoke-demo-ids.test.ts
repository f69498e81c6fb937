// Which demo ids are revoked and when, on a real database with the tables of the engine.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { dayMs } from '#core/candle/period.ts'
import type { Order } from '#core/order/order.ts'
import { createPostgresStore } from '#server/engine/engine.ts'
import { loadMarkets } from '#server/market-data/load-markets.ts'
import { createLog } from '#server/platform/log.ts'
import { revokeDemoIds } from '#server/users/demo-ids/revoke-demo-ids.ts'
import { endAllSessions } from '#server/users/sessions/sessions-store.ts'
import type { LoggedIn } from '#server/users/users.ts'
import { holdLock, waitForBlockedStatements } from '#test/engine/held-lock.ts'
import { cancelledOrder, closedOrder, openOrder, pendingOrder } from '#test/engine/sample-orders.ts'
import { accountOf, type BatchWriter, createBatchWriter } from '#test/engine/store-fixture.ts'
import { eventually } from '#test/eventually.ts'
import { createUsersFixture, type UsersFixture } from '#test/users/users-fixture.ts'

let fixture: UsersFixture
let engine: BatchWriter
before(async () => {
  fixture = await createUsersFixture({ limits: true })
  const { pool, enginePool } = fixture.database
  await loadMarkets(pool)
  engine = await createBatchWriter(createPostgresStore(enginePool, pool))
})
after(async () => await fixture.stop())

type DemoLogin = LoggedIn & { readonly demoId: string }

const hourMs = 3_600_000

let ids = 0
const newDemoId = () => (++ids).toString(16).padStart(32, '0')

async function logIn(demoId = newDemoId(), limitKey = demoId): Promise<DemoLogin> {
  const result = await fixture.users.logInDemo(demoId, { ...fixture.client, limitKey })
  assert.ok(result.kind === 'logged_in', JSON.stringify(result))
  return { ...result, demoId }
}

async function unusedAccounts(count: number): Promise<readonly DemoLogin[]> {
  const opened = await Promise.all(Array.from({ length: count }, () => logIn()))
  fixture.advance(31 * dayMs)
  return opened
}

async function isRevoked(userId: number): Promise<boolean> {
  const { rows } = await fixture.database.query<{ revoked: boolean }>(
    'select demo_key is null and demo_revoked_at is not null as revoked from users where id = $1',
    [userId],
  )
  return rows[0]?.revoked ?? false
}

const countRevoked = async () =>
  (await fixture.database.query('select from users where demo_revoked_at is not null')).rowCount ?? 0

/** The sweep of demo ids alone. Ends sessions as the users module does. */
async function revoke(batchSize?: number): Promise<void> {
  const { pool } = fixture.database
  const clock = { now: fixture.nowMs, elapsed: fixture.nowMs }
  const sessions = {
    endAll: (client: Parameters<typeof endAllSessions>[0], userIds: readonly number[]) =>
      endAllSessions(client, userIds, fixture.nowMs()),
    notifyEnded: () => {},
  }
  await revokeDemoIds({ pool, clock, log: createLog('silent'), sessions }, batchSize)
}

/** Every test begins with nothing due. */
beforeEach(async () => await revoke())

describe('after 31 days the sweep', () => {
  let orderIds = 0
  const withOrder = (change: (order: Order) => Order, make = openOrder) => ({
    atStart: async ({ user }: LoggedIn) => {
      const orders = [change(make({ id: ++orderIds, userId: user.id }))]
      await engine.commit({ accounts: [accountOf(user.id, { book: 'demo' })], orders })
    },
  })
  type Case = {
    readonly is: string
    readonly atStart?: (opened: LoggedIn) => Promise<unknown>
    readonly onDay2?: (opened: DemoLogin) => Promise<unknown>
  }
  const authenticated = ({ token }: LoggedIn) => fixture.users.authenticate(token)
  const revoked: readonly Case[] = [
    { is: 'was never used again' },
    {
      is: 'has a trading account without orders',
      atStart: ({ user }) => engine.commit({ accounts: [accountOf(user.id, { book: 'demo' })] }),
    },
    {
      is: 'was logged out of at once',
      atStart: async (opened) => {
        const user = await authenticated(opened)
        assert.ok(user)
        await fixture.users.logOut(user)
      },
    },
  ]
  const kept: readonly Case[] = [
    { is: 'once had a position', ...withOrder((order) => closedOrder(order, 0)) },
    { is: 'has a position', ...withOrder((order) => order) },
    { is: 'has only a pending order', ...withOrder((order) => order, pendingOrder) },
    { is: 'has only a cancelled order', ...withOrder(cancelledOrder, pendingOrder) },
    { is: 'was logged in to 29 days ago', onDay2: ({ demoId }) => logIn(demoId) },
    {
      is: 'was logged in to 29 days ago, though no session of it is left',
      onDay2: async ({ demoId, user }) => {
        await logIn(demoId)
        await fixture.database.query('delete from sessions where user_id = $1', [user.id])
      },
    },
    { is: 'was used 29 days ago', onDay2: authenticated },
    {
      is: 'was used 29 days ago and then logged out of',
      onDay2: async (opened) => {
        const user = await authenticated(opened)
        assert.ok(user)
        await fixture.users.logOut(user)
      },
    },
  ]
  const judged = new Map<Case, boolean>()
  let recent: LoggedIn
  let real: LoggedIn

  before(async () => {
    real = await fixture.newUser()
    const accounts = await Promise.all(
      [...revoked, ...kept].map(async (one) => ({ one, opened: await logIn() })),
    )
    for (const { one, opened } of accounts) await one.atStart?.(opened)
    fixture.advance(2 * dayMs)
    for (const { one, opened } of accounts) await one.onDay2?.(opened)
    fixture.advance(28 * dayMs)
    recent = await logIn()
    fixture.advance(dayMs)
    await fixture.users.sweep()
    for (const { one, opened } of accounts) judged.set(one, await isRevoked(opened.user.id))
  })

  for (const one of revoked) {
    test(`revokes the id of an account that ${one.is}`, () => assert.equal(judged.get(one), true))
  }
  for (const one of kept) {
    test(`keeps the id of an account that ${one.is}`, () => assert.equal(judged.get(one), false))
  }
  test('keeps the id of an account created yesterday, and real users', async () => {
    assert.equal(await isRevoked(recent.user.id), false)
    assert.equal(await isRevoked(real.user.id), false)
  })
})

describe('the sweep', () => {
  test('revokes an account thirty days after its last use, though it was kept before', async () => {
    const { user, token } = await logIn()
    fixture.advance(20 * dayMs)
    await fixture.users.authenticate(token)
    fixture.advance(20 * dayMs)
    await fixture.users.sweep()
    assert.equal(await isRevoked(user.id), false)
    // The last use is recorded at most once an hour, and the account gets the benefit of that hour.
    fixture.advance(10 * dayMs + hourMs)
    await fixture.users.sweep()
    assert.equal(await isRevoked(user.id), false)
    fixture.advance(1)
    await fixture.users.sweep()
    assert.equal(await isRevoked(user.id), true)
  })

  test('examines an account that was traded on only once', async () => {
    const [opened] = await unusedAccounts(1)
    assert.ok(opened)
    const { user } = opened
    const orders = [openOrder({ id: 1_000_000, userId: user.id })]
    await engine.commit({ accounts: [accountOf(user.id, { book: 'demo' })], orders })
    await fixture.users.sweep()
    const version = async () =>
      (await fixture.database.query('select xmin::text from users where id = $1', [user.id])).rows
    const before = await version()
    fixture.advance(100 * dayMs)
    await fixture.users.sweep()
    assert.deepEqual(await version(), before)
    assert.equal((await logIn(opened.demoId)).user.id, user.id)
  })

  test('leaves revoked accounts as they are', async () => {
    const [opened] = await unusedAccounts(1)
    const row = async () =>
      (await fixture.database.query('select * from users where id = $1', [opened?.user.id])).rows
    await fixture.users.sweep()
    const before = await row()
    fixture.advance(31 * dayMs)
    await fixture.users.sweep()
    assert.deepEqual(await row(), before)
  })

  test('goes on after batches in which every account is kept', async () => {
    const [first, ...others] = await unusedAccounts(7)
    for (const { token } of others.slice(0, 4)) {
      await fixture.database.query('update sessions set last_seen_at = $2 where token_hash = sha256($1)', [
        Buffer.from(token),
        new Date(fixture.nowMs()),
      ])
    }
    await revoke(2)
    const judged = await Promise.all([first, ...others].map((opened) => isRevoked(opened?.user.id ?? 0)))
    assert.deepEqual(judged, [true, false, false, false, false, true, true])
  })

  test('revokes at most 100 batches and the rest the next time', async () => {
    await fixture.database.query(
      `insert into users (uid, is_demo, demo_key, created_at)
       select (20000000 + n)::text, true, sha256(('old ' || n)::bytea), $1 from generate_series(1, 101) n`,
      [new Date(fixture.nowMs() - 40 * dayMs)],
    )
    const before = await countRevoked()
    await revoke(1)
    assert.equal(await countRevoked(), before + 100)
    await revoke(1)
    assert.equal(await countRevoked(), before + 101)
  })

  test('ends sessions that are still valid, in every process', async () => {
    const [opened] = await unusedAccounts(1)
    const token = opened?.token ?? ''
    await fixture.database.query('update sessions set expires_at = $2 where user_id = $1', [
      opened?.user.id,
      new Date(fixture.nowMs() + dayMs),
    ])
    const elsewhere = await fixture.anotherProcess()
    const { rows } = await fixture.database.query<{ id: string }>(
      'select id from sessions where user_id = $1',
      [opened?.user.id],
    )
    const announced = new Set<number>()
    elsewhere.onSessionEnded((id) => void announced.add(id))
    await fixture.users.sweep()
    assert.equal(await isRevoked(opened?.user.id ?? 0), true)
    await eventually(() => announced.has(Number(rows[0]?.id)))
    assert.equal(await elsewhere.authenticate(token), undefined)
    assert.equal(await fixture.users.authenticate(token), undefined)
  })
})

describe('a login with a revoked demo id', () => {
  test('opens one new account, which then stays', async () => {
    const [opened] = await unusedAccounts(1)
    await fixture.users.sweep()
    const [first, again] = await Promise.all([logIn(opened?.demoId), logIn(opened?.demoId)])
    assert.notEqual(first.user.id, opened?.user.id)
    assert.equal(first.user.id, again.user.id)
    assert.notEqual(first.user.uid, opened?.user.uid)
    await fixture.users.sweep()
    assert.equal((await logIn(opened?.demoId)).user.id, first.user.id)
  })

  test('counts as a new account of its address', async () => {
    const [opened, other] = await unusedAccounts(2)
    await fixture.users.sweep()
    const address = '192.0.2.7'
    for (let count = 0; count < 59; count++) await logIn(newDemoId(), address)
    assert.notEqual((await logIn(opened?.demoId, address)).user.id, opened?.user.id)
    const refused = await fixture.users.logInDemo(other?.demoId ?? '', {
      ...fixture.client,
      limitKey: address,
    })
    assert.equal(refused.kind, 'too_many_requests')
    assert.equal((await logIn(opened?.demoId, address)).kind, 'logged_in')
  })
})

describe('a login at the same moment as the sweep', () => {
  test('keeps its account if it came first', async () => {
    const [opened, other] = await unusedAccounts(2)
    // The login has locked its user and waits to be recorded.
    const held = await holdLock(fixture.database, 'lock table logins in exclusive mode')
    const login = logIn(opened?.demoId)
    await waitForBlockedStatements(fixture.database, 1)
    await revoke()
    await held.release()
    const { user, token } = await login
    assert.equal(user.id, opened?.user.id)
    assert.equal(await isRevoked(other?.user.id ?? 0), true)
    await revoke()
    assert.equal(await isRevoked(user.id), false)
    assert.equal((await fixture.users.authenticate(token))?.userId, user.id)
  })

  test('opens a new account if the sweep came first', async () => {
    const [opened] = await unusedAccounts(1)
    // The sweep has revoked the id and waits to end the expired session.
    const held = await holdLock(fixture.database, 'select from sessions where user_id = $1 for update', [
      opened?.user.id,
    ])
    const sweep = revoke()
    await waitForBlockedStatements(fixture.database, 1)
    const login = logIn(opened?.demoId)
    await waitForBlockedStatements(fixture.database, 2)
    await held.release()
    await sweep
    const { user, token } = await login
    assert.notEqual(user.id, opened?.user.id)
    assert.equal(await isRevoked(opened?.user.id ?? 0), true)
    assert.equal((await fixture.users.authenticate(token))?.userId, user.id)
    assert.equal((await logIn(opened?.demoId)).user.id, user.id)
  })

  test('never gets an account that is revoked, in 3 rounds of 20 logins and 3 sweeps', async () => {
    for (let round = 0; round < 3; round++) {
      const opened = await unusedAccounts(20)
      const sweeps = [revoke(3), revoke(3), revoke(3)]
      const logins = await Promise.all(opened.map(({ demoId }) => logIn(demoId)))
      await Promise.all(sweeps)
      for (const { user, token, demoId } of logins) {
        assert.equal(await isRevoked(user.id), false)
        assert.equal((await fixture.users.authenticate(token))?.userId, user.id)
        assert.equal((await logIn(demoId)).user.id, user.id)
      }
    }
  })
})

describe('the table of users', () => {
  const statements = [
    ['a demo user without a key who is not revoked', 'update users set demo_key = null where id = $1'],
    ['a revoked demo user with a key', 'update users set demo_revoked_at = now() where id = $1'],
  ] as const
  for (const [what, statement] of statements) {
    test(`refuses ${what}`, async () => {
      const { user } = await logIn()
      await assert.rejects(fixture.database.pool.query(statement, [user.id]), /users_real_or_demo/)
    })
  }

  test('refuses a revoked real user', async () => {
    const { user } = await fixture.newUser()
    const statement = 'update users set demo_revoked_at = now() where id = $1'
    await assert.rejects(fixture.database.pool.query(statement, [user.id]), /users_real_or_demo/)
  })

  test('lets the application change neither the kind nor the names of a user', async () => {
    const { user } = await logIn()
    for (const column of ['is_demo', 'uid', 'email', 'mobile', 'invite_code', 'invited_by', 'created_at']) {
      const statement = `update users set ${column} = ${column} where id = $1`
      await assert.rejects(fixture.database.pool.query(statement, [user.id]), /permission denied/, column)
    }
  })
})
