import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
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
import { fc } from '#test/fast-check.ts'

let fixture: StoreFixture
let transferId = 0
let orderId = 0
before(async () => {
  fixture = await createStoreFixture()
})
after(async () => await fixture.database.drop())

type Route = readonly [source: LedgerAccount, destination: LedgerAccount, type: TransferType]

const routes: Readonly<Record<Book, readonly Route[]>> = {
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

type Move = { readonly who: number; readonly route: number; readonly amount: number }

const moves = fc.array(
  fc.record({ who: fc.nat(5), route: fc.nat(8), amount: fc.integer({ min: 1, max: 10 ** 12 }) }),
  { maxLength: 20 },
)

/** Applies the moves to the accounts. Skips those that would take more than is locked. */
function applyMoves(accounts: Map<number, AccountRecord>, users: readonly number[], batch: readonly Move[]) {
  const transfers: TransferRecord[] = []
  const changes = new Map<number, number>()
  for (const { who, route, amount } of batch) {
    const account = accounts.get(users[who] ?? 0) ?? assert.fail()
    const { userId, book } = account
    const [source, destination, type] = routes[book][route % routes[book].length] ?? assert.fail()
    if (source === 'locked' && amount > account.locked) continue
    const change = (balance: LedgerAccount) =>
      (destination === balance ? amount : 0) - (source === balance ? amount : 0)
    transferId += 1
    transfers.push(
      transferOf({ id: transferId, userId, book, source, destination, type, amount: micros(amount) }),
    )
    changes.set(userId, (changes.get(userId) ?? 0) + 1)
    accounts.set(userId, {
      ...account,
      cash: micros(account.cash + change('cash')),
      locked: micros(account.locked + change('locked')),
      version: account.version + 1,
    })
  }
  const changed = [...changes].map(([userId, count]) => ({
    ...(accounts.get(userId) ?? assert.fail()),
    changes: count,
  }))
  return { transfers, accounts: changed }
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

/** Applies the steps to the orders and returns their final states. `end` ends the user's oldest active order. */
function applySteps(active: Map<number, Order>, users: readonly number[], batch: readonly Step[]): Order[] {
  const written = new Map<number, Order>()
  for (const { who, step, profit } of batch) {
    const userId = users[who] ?? assert.fail()
    const order = orderAfter(step, userId, profit, active)
    if (order === undefined) continue
    written.set(order.id, order)
    if (order.endedAtMs === null) active.set(order.id, order)
    else active.delete(order.id)
  }
  return [...written.values()]
}

function orderAfter(step: Step['step'], userId: number, profit: number, active: Map<number, Order>) {
  const oldest = [...active.values()].find((order) => order.userId === userId)
  if (step === 'end' && oldest?.status === 'pending') return cancelledOrder(oldest)
  if (step === 'end') return oldest === undefined ? undefined : closedOrder(oldest, profit)
  orderId += 1
  const ids = { id: orderId, userId }
  if (step === 'place') return pendingOrder(ids)
  return step === 'open' ? openOrder(ids) : closedOrder(openOrder(ids), profit)
}

/** Expects that the batch is refused if one balance is a micro-dollar too high. */
async function assertWrongBalanceRefused(
  writer: BatchWriter,
  batch: ReturnType<typeof applyMoves>,
): Promise<void> {
  const [first, ...others] = batch.accounts
  if (first === undefined) return
  const accounts = [...others, { ...first, cash: micros(first.cash + 1) }]
  await assert.rejects(writer.commit({ ...batch, accounts }), BatchRefused)
}

it('after random batches, balances are the sums of transfers and totals those of ended orders', async () => {
  const batch = fc.tuple(moves, steps)
  await fc.assert(
    fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 6 }), async (batches) => {
      const real = await insertUsers(fixture.database, 3)
      const users = [...real, ...(await insertUsers(fixture.database, 3, 'demo'))]
      const writer = await createBatchWriter(fixture.store)
      const accounts = new Map(
        users.map((userId) => [userId, accountOf(userId, { book: real.includes(userId) ? 'real' : 'demo' })]),
      )
      await writer.commit({ accounts: [...accounts.values()] })
      const active = new Map<number, Order>()
      for (const [moved, stepped] of batches) {
        const parts = { ...applyMoves(accounts, users, moved), orders: applySteps(active, users, stepped) }
        await assertWrongBalanceRefused(writer, parts)
        assert.equal(await writer.commit(parts), 'committed')
        assert.deepEqual(await wrongBalances(fixture.database), [])
        assert.deepEqual(await wrongTotals(fixture.database), [])
      }
      const loaded = await loadEverything(fixture.store, new Date(0))
      const mine = loaded.accounts.filter(({ userId }) => users.includes(userId))
      assert.deepEqual(mine, [...accounts.values()])
    }),
    { numRuns: 15 },
  )
})
