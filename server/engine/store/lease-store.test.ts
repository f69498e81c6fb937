import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { micros } from '#core/money/amounts.ts'
import type { Lease } from '#server/engine/engine-store.ts'
import { holdLock, waitForBlockedStatements } from '#test/engine/held-lock.ts'
import { insertUser } from '#test/engine/insert-users.ts'
import { countRows, wrongBalances } from '#test/engine/ledger-checks.ts'
import { openOrder, placedAtMs } from '#test/engine/sample-orders.ts'
import {
  accountOf,
  type BatchParts,
  batchOf,
  createBatchWriter,
  createStoreFixture,
  loadEverything,
  movementOf,
  type StoreFixture,
  transferOf,
} from '#test/engine/store-fixture.ts'

let fixture: StoreFixture
let userId: number
let made = 0
before(async () => {
  fixture = await createStoreFixture()
})
beforeEach(async () => {
  userId = await insertUser(fixture.database)
})
after(async () => await fixture.database.drop())

async function take(holder = 'test'): Promise<Lease> {
  return (await fixture.store.takeLease(holder, undefined)) ?? assert.fail('the lease was not given')
}

/** One record for every table, so that an unfenced write would show. */
function everyRecord(version = 1): BatchParts {
  made += 1
  return {
    accounts: [accountOf(userId, { cash: micros(1_000_000), version })],
    orders: [openOrder({ id: made, userId })],
    transfers: [transferOf({ id: made, userId, orderId: made })],
    movements: [movementOf(userId)],
    notices: [
      { userId, riskRate: 1, netValue: micros(1), usedMargin: micros(1), quoteSeq: 1, timeMs: placedAtMs },
    ],
    outcomes: [
      {
        userId,
        key: 'key',
        fingerprint: 'f'.repeat(64),
        outcome: { kind: 'refused', reason: 'market_closed' },
        atMs: placedAtMs,
      },
    ],
  }
}

async function leaseRow() {
  const { rows } = await fixture.database.pool.query(
    'select epoch, last_seq as "lastSeq", last_hash as "lastHash", holder from engine_leases',
  )
  return rows[0]
}

async function assertFenced(lease: Lease, seq: number): Promise<void> {
  const before = [await countRows(fixture.database), await leaseRow()]
  assert.equal(await fixture.store.commit(lease, batchOf(seq, everyRecord())), 'fenced')
  assert.deepEqual([await countRows(fixture.database), await leaseRow()], before)
  assert.deepEqual(await wrongBalances(fixture.database), [])
}

describe('the lease', () => {
  it('raises its epoch with every holder, and returns the last sequence and hash', async () => {
    const first = await take('one')
    const batch = batchOf(first.lastSeq + 1, everyRecord())
    assert.equal(await fixture.store.commit(first, batch), 'committed')
    const second = await take('two')
    assert.deepEqual(second, { epoch: first.epoch + 1, lastSeq: batch.seq, lastHash: batch.hash })
    assert.deepEqual(await leaseRow(), { ...second, holder: 'two' })
  })

  it('is renewed only by its holder, even after a renewal whose response was lost', async () => {
    const mine = await take('me')
    const again = await fixture.store.takeLease('me', mine)
    assert.equal(await fixture.store.holdsLease('me'), true)
    assert.equal(again?.epoch, mine.epoch + 1)
    assert.equal((await fixture.store.takeLease('me', mine))?.epoch, mine.epoch + 2)
    const theirs = await take('them')
    assert.equal(await fixture.store.takeLease('me', mine), undefined)
    assert.equal(await fixture.store.holdsLease('me'), false)
    assert.deepEqual(await leaseRow(), { ...theirs, holder: 'them' })
  })
})

describe('the fence', () => {
  it('rejects commits with an older or a future epoch', async () => {
    const old = await take()
    const { lastSeq, epoch } = await take()
    await assertFenced(old, lastSeq + 1)
    await assertFenced({ ...old, epoch: epoch + 1 }, lastSeq + 1)
  })

  it('rejects every batch that is not the next in sequence', async () => {
    const lease = await take()
    assert.equal(await fixture.store.commit(lease, batchOf(lease.lastSeq + 1, everyRecord())), 'committed')
    for (const seq of [lease.lastSeq, lease.lastSeq + 1, lease.lastSeq + 3]) await assertFenced(lease, seq)
  })

  it('rejects a commit whose lease is taken while it waits', async () => {
    const lease = await take()
    const before = await countRows(fixture.database)
    const overtaking = await holdLock(fixture.database, 'update engine_leases set epoch = epoch + 1')
    const committing = fixture.store.commit(lease, batchOf(lease.lastSeq + 1, everyRecord()))
    await waitForBlockedStatements(fixture.database, 1)
    await overtaking.release()
    assert.equal(await committing, 'fenced')
    assert.deepEqual(await countRows(fixture.database), before)
    assert.deepEqual(await wrongBalances(fixture.database), [])
  })

  it('makes the next holder wait for a running commit', async () => {
    const writer = await createBatchWriter(fixture.store)
    await writer.commit({ accounts: [accountOf(userId)] })
    const reading = await holdLock(
      fixture.database,
      'select from trading_accounts where user_id = $1 for update',
      [userId],
    )
    const committing = writer.commit(everyRecord(2))
    await waitForBlockedStatements(fixture.database, 1)
    const taking = take('next')
    await waitForBlockedStatements(fixture.database, 2)
    await reading.release()
    assert.equal(await committing, 'committed')
    const next = await taking
    assert.equal(next.lastSeq, writer.lease.lastSeq + 2)
    assert.equal(next.epoch, writer.lease.epoch + 1)
    const { accounts } = await loadEverything(fixture.store, new Date(0))
    assert.equal(accounts.find((account) => account.userId === userId)?.cash, 1_000_000)
  })
})

it('users without an account are listed by id, page by page', async () => {
  const demo = await insertUser(fixture.database, 'demo')
  const real = await insertUser(fixture.database)
  const { commit } = await createBatchWriter(fixture.store)
  assert.deepEqual(await fixture.store.usersWithoutAccount(userId - 1, 2), [
    { userId, isDemo: false },
    { userId: demo, isDemo: true },
  ])
  await commit({ accounts: [accountOf(userId), accountOf(demo, { book: 'demo' })] })
  assert.deepEqual(await fixture.store.usersWithoutAccount(userId - 1, 2), [{ userId: real, isDemo: false }])
  assert.deepEqual(await fixture.store.usersWithoutAccount(real, 2), [])
})
