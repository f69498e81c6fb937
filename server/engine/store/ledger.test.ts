import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import fc from 'fast-check'
import type { Book, LedgerAccount, TransferType } from '#core/ledger/transfer.ts'
import { micros } from '#core/money/amounts.ts'
import type { Order } from '#core/order/order.ts'
import { type AccountRecord, BatchRefused, type TransferRecord } from '#server/engine/engine-store.ts'
import { insertUsers } from '#test/engine/insert-users.ts'
import { wrongBalances, wrongTotals } from '#test/engine/ledger-checks.ts'
import { cancelledOrder, closedOrder, openOrder, pendingOrder } from '#test/engine/sample-orders.ts'
import {
  accountOf,
  type BatchWriter,
  createBatchWriter,
  createStoreFixture,
  loadEverything,
  type StoreFixture,
  transferOf,
} from '#test/engine/store-fixture.ts'

let stage: StoreFixture
let transferId = 0
let orderId = 0
before(async () => {
  stage = await createStoreFixture()
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

const steps = fc.array(
  fc.record({
    who: fc.nat(5),
    step: fc.constantFrom('open', 'place', 'end', 'at once'),
    profit: fc.oneof(fc.integer({ min: -1000, max: 1000 }), fc.constant(Number.MAX_SAFE_INTEGER)),
  }),
  { maxLength: 12 },
)

type Step = typeof steps extends fc.Arbitrary<(infer One)[]> ? One : never

/** What becomes of the orders by these steps, in final states; an end is that of the oldest that stands. */
function ordered(standing: Map<number, Order>, users: readonly number[], batch: readonly Step[]): Order[] {
  const written = new Map<number, Order>()
  for (const { who, step, profit } of batch) {
    const userId = users[who] ?? assert.fail()
    const order = orderAfter(step, userId, profit, standing)
    if (order === undefined) continue
    written.set(order.id, order)
    if (order.endedAtMs === null) standing.set(order.id, order)
    else standing.delete(order.id)
  }
  return [...written.values()]
}

function orderAfter(step: Step['step'], userId: number, profit: number, standing: Map<number, Order>) {
  const oldest = [...standing.values()].find((order) => order.userId === userId)
  if (step === 'end' && oldest?.status === 'pending') return cancelledOrder(oldest)
  if (step === 'end') return oldest === undefined ? undefined : closedOrder(oldest, profit)
  orderId += 1
  const named = { id: orderId, userId }
  if (step === 'place') return pendingOrder(named)
  return step === 'open' ? openOrder(named) : closedOrder(openOrder(named), profit)
}

/** The same batch with one balance a millionth too high. */
async function tryDishonest(writer: BatchWriter, batch: ReturnType<typeof played>): Promise<void> {
  const [first, ...others] = batch.accounts
  if (first === undefined) return
  const accounts = [...others, { ...first, cash: micros(first.cash + 1) }]
  await assert.rejects(writer.commit({ ...batch, accounts }), BatchRefused)
}

it('adds up after any batches: balances are the sums of transfers, and totals those of all that is over', async () => {
  const batch = fc.tuple(moves, steps)
  await fc.assert(
    fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 6 }), async (batches) => {
      const real = await insertUsers(stage.database, 3)
      const users = [...real, ...(await insertUsers(stage.database, 3, 'demo'))]
      const writer = await createBatchWriter(stage.store)
      const accounts = new Map(
        users.map((userId) => [userId, accountOf(userId, { book: real.includes(userId) ? 'real' : 'demo' })]),
      )
      await writer.commit({ accounts: [...accounts.values()] })
      const standing = new Map<number, Order>()
      for (const [moved, stepped] of batches) {
        const parts = { ...played(accounts, users, moved), orders: ordered(standing, users, stepped) }
        await tryDishonest(writer, parts)
        assert.equal(await writer.commit(parts), 'committed')
        assert.deepEqual(await wrongBalances(stage.database), [])
        assert.deepEqual(await wrongTotals(stage.database), [])
      }
      const loaded = await loadEverything(stage.store, new Date(0))
      const mine = loaded.accounts.filter(({ userId }) => users.includes(userId))
      assert.deepEqual(mine, [...accounts.values()])
    }),
    { numRuns: 15 },
  )
})
