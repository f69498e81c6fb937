import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Accounts } from '#server/accounts/accounts.ts'
import { type AccountStage, createAccountStage, password } from '#test/accounts-fixture.ts'

let stage: AccountStage
before(async () => {
  stage = await createAccountStage()
})
after(async () => await stage.stop())

const hourMs = 3_600_000
const dayMs = 24 * hourMs

async function logIn(email: string | undefined, device = 'a phone'): Promise<string> {
  const input = { channel: 'email', account: email ?? '', password } as const
  const entered = await stage.accounts.logIn(input, { ...stage.visit, device })
  assert.ok(entered.kind === 'entered')
  return entered.token
}

/** Resolves once that room was told that a session ended. */
function ending(accounts: Accounts): Promise<number> {
  return new Promise((resolve) => accounts.onSessionEnded(resolve))
}

describe('a session', () => {
  test('is nobody’s for any other token', async () => {
    for (const token of ['', 'nonsense', 'A'.repeat(43), "' or 1=1"]) {
      assert.equal(await stage.accounts.identify(token), undefined)
    }
  })

  test('lives thirty days from its last use, and no longer', async () => {
    const { token } = await stage.newUser()
    for (let count = 0; count < 3; count++) {
      stage.pass(29 * dayMs)
      assert.ok(await stage.accounts.identify(token))
    }
    stage.pass(30 * dayMs + 1)
    assert.equal(await stage.accounts.identify(token), undefined)
  })

  test('is written at most once an hour', async () => {
    const { user, token } = await stage.newUser()
    const seen = async () => (await stage.accounts.sessionsOf(user.id))[0]?.lastSeenAtMs
    const opened = stage.nowMs()
    stage.pass(hourMs - 1)
    await stage.accounts.identify(token)
    assert.equal(await seen(), opened)
    stage.pass(31_000)
    await stage.accounts.identify(token)
    assert.equal(await seen(), stage.nowMs())
  })

  test('that was logged out is over at once, and its end is told', async () => {
    const { token } = await stage.newUser()
    const user = await stage.accounts.identify(token)
    assert.ok(user !== undefined)
    const told = ending(stage.accounts)
    await stage.accounts.logOut(user)
    assert.equal(await stage.accounts.identify(token), undefined)
    assert.equal(await told, user.sessionId)
  })

  test('that expires is ended by the sweep, and its end is told', async () => {
    const { token } = await stage.newUser()
    const user = await stage.accounts.identify(token)
    stage.pass(30 * dayMs + 1)
    const told: number[] = []
    const stop = stage.accounts.onSessionEnded((id) => told.push(id))
    await stage.accounts.sweep()
    stop()
    assert.ok(told.includes(user?.sessionId ?? 0))
  })

  test('that ends in one process is over in another one within moments', async () => {
    const { token } = await stage.newUser()
    const elsewhere = await stage.anotherProcess()
    const user = await elsewhere.identify(token)
    assert.ok(user !== undefined)
    const told = ending(elsewhere)
    await stage.accounts.logOut(user)
    assert.equal(await told, user.sessionId)
    assert.equal(await elsewhere.identify(token), undefined)
  })
})

describe('the sessions of a user', () => {
  test('are listed with their devices, the last used first, and are nobody else’s', async () => {
    const { user } = await stage.newUser()
    const other = await stage.newUser()
    stage.pass(1000)
    await logIn(user.email, 'a tablet')
    const listed = await stage.accounts.sessionsOf(user.id)
    assert.deepEqual(
      listed.map(({ device, address }) => [device, address]),
      [
        ['a tablet', stage.visit.address],
        ['a phone', stage.visit.address],
      ],
    )
    assert.equal((await stage.accounts.sessionsOf(other.user.id)).length, 1)
  })

  test('end but for one’s own, when one signs out the others', async () => {
    const { user, token } = await stage.newUser()
    const others = [await logIn(user.email), await logIn(user.email)]
    const stranger = await stage.newUser()
    const own = await stage.accounts.identify(token)
    assert.ok(own !== undefined)
    for (const other of others) assert.ok(await stage.accounts.identify(other))
    assert.equal(await stage.accounts.signOutOthers(own), 2)
    for (const other of others) assert.equal(await stage.accounts.identify(other), undefined)
    assert.ok(await stage.accounts.identify(token))
    assert.ok(await stage.accounts.identify(stranger.token))
    assert.equal(await stage.accounts.signOutOthers(own), 0)
  })

  test('are at most twenty: the one that was longest unused gives way', async () => {
    const { user, token } = await stage.newUser()
    for (let count = 0; count < 20; count++) {
      stage.pass(1000)
      await logIn(user.email)
    }
    assert.equal((await stage.accounts.sessionsOf(user.id)).length, 20)
    stage.pass(30_001)
    assert.equal(await stage.accounts.identify(token), undefined)
  })
})
