import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createLockout } from '#server/users/authentication/lockout.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'

const noon = Date.UTC(2026, 10, 4, 12)
const dayMs = 86_400_000

let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
})
after(async () => await database.drop())

function createTested() {
  let nowMs = noon
  const lockout = createLockout({
    pool: database.pool,
    clock: { now: () => nowMs, elapsed: () => nowMs },
    encryption: { keyedHash: (...parts) => Buffer.from(parts.join(' ').padEnd(32)).subarray(0, 32) },
    limits: true,
  })
  return {
    advance(ms: number) {
      nowMs += ms
    },
    attempt: (account: string | undefined, address: string) => lockout.attempt({ account, address }),
  }
}

describe('a lockout set while the clock was days ahead', () => {
  test('of an account does not outlast the correction, and is set again by new failures', async () => {
    const { attempt, advance } = createTested()
    for (let failure = 0; failure < 5; failure++) await attempt('anna', `a${failure}`)
    assert.deepEqual(await attempt('anna', 'a5'), { kind: 'locked', seconds: 30 })
    advance(-3 * dayMs)
    assert.equal((await attempt('anna', 'a6')).kind, 'allowed')
    assert.equal((await attempt('anna', 'a7')).kind, 'locked')
  })

  test('of the longest kind holds for an attempt that read the clock before it was set', async () => {
    const { attempt, advance } = createTested()
    for (let failure = 0; failure < 12; failure++) {
      assert.equal((await attempt('berta', `c${failure}`)).kind, 'allowed')
      advance(failure < 4 || failure === 11 ? 0 : 15 * 60_000)
    }
    advance(-5)
    assert.deepEqual(await attempt('berta', 'c12'), { kind: 'locked', seconds: 901 })
  })

  test('of an address does not outlast the correction, and failures are forgotten as usual', async () => {
    const { attempt, advance } = createTested()
    for (let failure = 0; failure < 30; failure++) await attempt(undefined, 'b')
    assert.equal((await attempt(undefined, 'b')).kind, 'locked')
    advance(-3 * dayMs)
    assert.equal((await attempt(undefined, 'b')).kind, 'allowed')
    advance(30 * 60_000)
    for (let failure = 0; failure < 20; failure++)
      assert.equal((await attempt(undefined, 'b')).kind, 'allowed')
  })
})
