import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { micros } from '#core/money/amounts.ts'
import type {
  AccountRecord,
  BatchRecords,
  ChangedAccount,
  Lease,
  TransferRecord,
} from '#server/engine/engine-store.ts'
import { loadEverything } from '#test/engine/store-fixture.ts'
import { batchHash } from '#test/trading-day/check-batch.ts'
import { type CommitResult, createMemoryStore, type MemoryStore } from '#test/trading-day/memory-store.ts'

const since = new Date(0)

const account: AccountRecord = {
  userId: 1,
  book: 'real',
  cash: micros(5),
  locked: micros(0),
  isWarned: false,
  openedAtMs: 1,
  version: 1,
}
const changed: ChangedAccount = { ...account, changes: 1 }
const credit: TransferRecord = {
  id: 1,
  userId: 1,
  book: 'real',
  source: 'deposits',
  destination: 'cash',
  amount: micros(5),
  type: 'deposit',
  reference: 'deposit:1',
  orderId: null,
  atMs: 1,
}

describe('memory store', () => {
  test('loads committed batches', async () => {
    const { store, lease } = await begun()
    assert.equal(await store.commit(lease, batch(lease, {})), 'committed')
    const { accounts, nextTransferId, nextOrderId } = await loadEverything(store, since)
    assert.deepEqual(accounts, [account])
    assert.deepEqual([nextTransferId, nextOrderId], [2, 1])
    assert.deepEqual(store.faults, [])
  })
  test('writes nothing with an older epoch or a wrong sequence number', async () => {
    const { store, lease } = await begun()
    await store.takeLease('another', undefined)
    assert.equal(await store.commit(lease, batch(lease, {})), 'fenced')
    assert.equal(await store.takeLease('first', lease), undefined)
    const mine = await store.takeLease('another', lease)
    assert.ok(mine)
    assert.equal(await store.commit(mine, { ...batch(mine, {}), seq: 2 }), 'fenced')
    assert.equal(store.tables.accounts.size, 0)
  })

  const wrong: readonly (readonly [what: string, change: Partial<BatchRecords>, RegExp])[] = [
    [
      'cash that no transfer explains',
      { accounts: [{ ...changed, cash: micros(6) }] },
      /cash 6, its transfers make 5/,
    ],
    ['a transfer without its account', { accounts: [] }, /no account in the batch/],
    ['a transfer of nothing', { transfers: [{ ...credit, amount: micros(0) }] }, /moves 0/],
    ['money in the other book', { transfers: [{ ...credit, book: 'demo' }] }, /is in the book demo/],
    [
      'a version that its changes do not explain',
      { accounts: [{ ...changed, changes: 2 }] },
      /version 1 after/,
    ],
    ['a hash that does not follow', { hash: Buffer.alloc(32) }, /chain of hashes/],
    ['one account twice', { accounts: [changed, changed] }, /one account twice/],
  ]
  for (const [what, change, message] of wrong) {
    test(`reports ${what}`, async () => {
      const { store, lease } = await begun()
      await store.commit(lease, batch(lease, change))
      assert.match(store.faults.join('; '), message)
    })
  }

  const commitResults: readonly (readonly [commitResult: CommitResult, isWritten: boolean])[] = [
    ['failed', false],
    ['reply_lost', true],
    ['written_before_next_lease', true],
    ['fenced_by_next_lease', false],
  ]
  for (const [commitResult, isWritten] of commitResults) {
    test(`${commitResult}: a failed commit is ${isWritten ? 'written' : 'not written'} when the lease is taken`, async () => {
      const { store, lease } = await begun()
      store.setCommitResult(commitResult)
      await assert.rejects(store.commit(lease, batch(lease, {})))
      assert.equal(store.nextCommitResult(), 'committed')
      const again = await store.takeLease('first', lease)
      assert.equal(again?.lastSeq, isWritten ? 1 : 0)
      assert.equal(store.tables.accounts.size, isWritten ? 1 : 0)
      assert.deepEqual(store.faults, [])
    })
  }
  test('holds a commit until it is released, even if another holder has the lease', async () => {
    const { store, lease } = await begun()
    store.setCommitResult('held')
    const answer = store.commit(lease, batch(lease, {}))
    await store.takeLease('another', undefined)
    store.release()
    assert.equal(await answer, 'fenced')
    assert.equal(store.tables.accounts.size, 0)
  })
})

async function begun(): Promise<{ readonly store: MemoryStore; readonly lease: Lease }> {
  const store = createMemoryStore()
  const lease = await store.takeLease('first', undefined)
  assert.ok(lease)
  return { store, lease }
}

/** A first deposit with some changed fields. */
function batch({ lastSeq, lastHash }: Lease, change: Partial<BatchRecords>): BatchRecords {
  const packed = Buffer.from('a deposit')
  const root = Buffer.alloc(32, 1)
  return {
    seq: lastSeq + 1,
    atMs: 1,
    packed,
    root,
    hash: batchHash(lastHash, root, packed),
    accounts: [changed],
    orders: [],
    transfers: [credit],
    movements: [],
    notices: [],
    freezes: [],
    outcomes: [],
    ...change,
  }
}
