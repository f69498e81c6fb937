import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import fc from 'fast-check'
import type { Book, LedgerAccount, TransferType } from '#core/ledger/transfer.ts'
import { micros } from '#core/money/micros.ts'
import { BatchRefused } from '#server/engine/engine-store.ts'
import type { AccountRecord, TransferRecord } from '#server/engine/records.ts'
import { accountOf, type BatchWriter, takeWriter, transferOf } from '#test/engine/batch-writer.ts'
import { insertUsers } from '#test/engine/insert-users.ts'
import { wrongBalances } from '#test/engine/ledger-sums.ts'
import { openStoreStage, type StoreStage } from '#test/engine/store-stage.ts'

let stage: StoreStage
let transferId = 0
before(async () => {
  stage = await openStoreStage()
})
after(async () => await stage.database.drop())

type Way = readonly [source: LedgerAccount, destination: LedgerAccount, type: TransferType]

const ways: Readonly<Record<Book, readonly Way[]>> = {
  real: [
    ['deposits', 'cash', 'deposit'],
    ['cash', 'locked', 'withdrawal'],
    ['locked', 'withdrawals', 'withdrawal'],
    ['locked', 'cash', 'withdrawal_returned'],
    ['trading', 'cash', 'trade_profit'],
    ['cash', 'trading', 'trade_profit'],
    ['cash', 'fees', 'fee'],
    ['write_offs', 'cash', 'write_off'],
    ['adjustments', 'cash', 'adjustment'],
  ],
  demo: [
    ['demo_credit', 'cash', 'demo'],
    ['cash', 'demo_credit', 'demo'],
    ['trading', 'cash', 'trade_profit'],
    ['cash', 'trading', 'trade_profit'],
    ['cash', 'fees', 'fee'],
  ],
}

type Move = { readonly who: number; readonly way: number; readonly amount: number }

const moves = fc.array(
  fc.record({ who: fc.nat(5), way: fc.nat(8), amount: fc.integer({ min: 1, max: 10 ** 12 }) }),
  { maxLength: 20 },
)

/** What becomes of the accounts by these moves; those that would take more than is locked are left out. */
function played(accounts: Map<number, AccountRecord>, users: readonly number[], batch: readonly Move[]) {
  const transfers: TransferRecord[] = []
  const touched = new Set<number>()
  for (const { who, way, amount } of batch) {
    const account = accounts.get(users[who] ?? 0) ?? assert.fail()
    const { userId, book } = account
    const [source, destination, type] = ways[book][way % ways[book].length] ?? assert.fail()
    if (source === 'locked' && amount > account.locked) continue
    const moved = (purse: LedgerAccount) =>
      (destination === purse ? amount : 0) - (source === purse ? amount : 0)
    transferId += 1
    transfers.push(
      transferOf({ id: transferId, userId, book, source, destination, type, amount: micros(amount) }),
    )
    touched.add(userId)
    accounts.set(userId, {
      ...account,
      cash: micros(account.cash + moved('cash')),
      locked: micros(account.locked + moved('locked')),
    })
  }
  return { transfers, accounts: [...accounts.values()].filter(({ userId }) => touched.has(userId)) }
}

/** The same batch with one balance a millionth too high. */
async function tryDishonest(writer: BatchWriter, batch: ReturnType<typeof played>): Promise<void> {
  const [first, ...others] = batch.accounts
  if (first === undefined) return
  const accounts = [...others, { ...first, cash: micros(first.cash + 1) }]
  await assert.rejects(writer.commit({ ...batch, accounts }), BatchRefused)
}

it('adds up after any batches: every balance is the sum of its transfers, of users and of the house', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(moves, { minLength: 1, maxLength: 6 }), async (batches) => {
      const real = await insertUsers(stage.database, 3)
      const users = [...real, ...(await insertUsers(stage.database, 3, 'demo'))]
      const writer = await takeWriter(stage.store)
      const accounts = new Map(
        users.map((userId) => [userId, accountOf(userId, { book: real.includes(userId) ? 'real' : 'demo' })]),
      )
      await writer.commit({ accounts: [...accounts.values()] })
      for (const batch of batches) {
        const parts = played(accounts, users, batch)
        await tryDishonest(writer, parts)
        assert.equal(await writer.commit(parts), 'committed')
        assert.deepEqual(await wrongBalances(stage.database), [])
      }
      const loaded = await stage.store.load(new Date(0))
      const mine = loaded.accounts.filter(({ userId }) => users.includes(userId))
      assert.deepEqual(mine, [...accounts.values()])
    }),
    { numRuns: 15 },
  )
})
