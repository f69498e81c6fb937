import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { micros } from '#core/money/amounts.ts'
import type { BatchRecords, Lease } from '#server/engine/engine-store.ts'
import { holdLock, waitForBlockedStatements } from '#test/engine/held-lock.ts'
import { insertUser } from '#test/engine/insert-users.ts'
import { countRows, wrongBalances } from '#test/engine/ledger-checks.ts'
import { openOrder, placedAtMs } from '#test/engine/sample-orders.ts'
import {
  accountOf,
  batchOf,
  createBatchWriter,
  createStoreFixture,
  loadEverything,
  movementOf,
  type StoreFixture,
  transferOf,
} from '#test/engine/store-fixture.ts'

let stage: StoreFixture
let userId: number
let made = 0
before(async () => {
  stage = await createStoreFixture()
})
beforeEach(async () => {
  userId = await insertUser(stage.database)
})
after(async () => await stage.database.drop())

async function take(holder = 'test'): Promise<Lease> {
  return (await stage.store.takeLease(holder, undefined)) ?? assert.fail('it was not given')
}

/** One of everything, so that a fence with a hole would show. */
function everything(): Partial<BatchRecords> {
  made += 1
  return {
    accounts: [accountOf(userId, { cash: micros(1_000_000) })],
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
  const { rows } = await stage.database.pool.query(
    'select epoch, last_seq as "lastSeq", last_hash as "lastHash", holder from engine_leases',
  )
  return rows[0]
}

async function assertFenced(lease: Lease, seq: number): Promise<void> {
  const before = [await countRows(stage.database), await leaseRow()]
  assert.equal(await stage.store.commit(lease, batchOf(seq, everything())), 'fenced')
  assert.deepEqual([await countRows(stage.database), await leaseRow()], before)
  assert.deepEqual(await wrongBalances(stage.database), [])
}

describe('the lease', () => {
  it('grows with every holder, and tells where the last one came to', async () => {
    const first = await take('one')
    const batch = batchOf(first.lastSeq + 1, everything())
    assert.equal(await stage.store.commit(first, batch), 'committed')
    const second = await take('two')
    assert.deepEqual(second, { epoch: first.epoch + 1, lastSeq: batch.seq, lastHash: batch.hash })
    assert.deepEqual(await leaseRow(), { ...second, holder: 'two' })
  })

  it('is taken again only by whoever has it, also where the answer to an earlier take got lost', async () => {
    const mine = await take('me')
    assert.equal(await stage.store.holdsLease(mine), true)
    const again = await stage.store.takeLease('me', mine)
    assert.equal(await stage.store.holdsLease(mine), false)
    assert.equal(again?.epoch, mine.epoch + 1)
    assert.equal((await stage.store.takeLease('me', mine))?.epoch, mine.epoch + 2)
    const theirs = await take('them')
    assert.equal(await stage.store.takeLease('me', mine), undefined)
    assert.deepEqual(await leaseRow(), { ...theirs, holder: 'them' })
  })
})

describe('the fence', () => {
  it('lets nothing through under an older epoch, nor under one that is not there yet', async () => {
    const old = await take()
    const { lastSeq, epoch } = await take()
    await assertFenced(old, lastSeq + 1)
    await assertFenced({ ...old, epoch: epoch + 1 }, lastSeq + 1)
  })

  it('lets nothing through that is not the next batch', async () => {
    const lease = await take()
    assert.equal(await stage.store.commit(lease, batchOf(lease.lastSeq + 1, everything())), 'committed')
    for (const seq of [lease.lastSeq, lease.lastSeq + 1, lease.lastSeq + 3]) await assertFenced(lease, seq)
  })

  it('writes nothing of one who is overtaken while it waits', async () => {
    const lease = await take()
    const before = await countRows(stage.database)
    const overtaking = await holdLock(stage.database, 'update engine_leases set epoch = epoch + 1')
    const committing = stage.store.commit(lease, batchOf(lease.lastSeq + 1, everything()))
    await waitForBlockedStatements(stage.database, 1)
    await overtaking.letGo()
    assert.equal(await committing, 'fenced')
    assert.deepEqual(await countRows(stage.database), before)
    assert.deepEqual(await wrongBalances(stage.database), [])
  })

  it('makes whoever takes the lease wait for a batch that is being written', async () => {
    const writer = await createBatchWriter(stage.store)
    await writer.commit({ accounts: [accountOf(userId)] })
    const reading = await holdLock(
      stage.database,
      'select from trading_accounts where user_id = $1 for update',
      [userId],
    )
    const committing = writer.commit(everything())
    await waitForBlockedStatements(stage.database, 1)
    const taking = take('next')
    await waitForBlockedStatements(stage.database, 2)
    await reading.letGo()
    assert.equal(await committing, 'committed')
    const next = await taking
    assert.equal(next.lastSeq, writer.lease.lastSeq + 2)
    assert.equal(next.epoch, writer.lease.epoch + 1)
    const { accounts } = await loadEverything(stage.store, new Date(0))
    assert.equal(accounts.find((account) => account.userId === userId)?.cash, 1_000_000)
  })
})

it('names those who have no account yet, ascending, a page at a time', async () => {
  const demo = await insertUser(stage.database, 'demo')
  const real = await insertUser(stage.database)
  const { commit } = await createBatchWriter(stage.store)
  assert.deepEqual(await stage.store.usersWithoutAccount(userId - 1, 2), [
    { userId, isDemo: false },
    { userId: demo, isDemo: true },
  ])
  await commit({ accounts: [accountOf(userId), accountOf(demo, { book: 'demo' })] })
  assert.deepEqual(await stage.store.usersWithoutAccount(userId - 1, 2), [{ userId: real, isDemo: false }])
  assert.deepEqual(await stage.store.usersWithoutAccount(real, 2), [])
})
