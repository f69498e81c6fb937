import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Command } from '#core/decision/command.ts'
import { createBoard, type LiveBoard } from '#core/market/board.ts'
import { micros, price } from '#core/money/amounts.ts'
import { markets } from '#db/seed/markets.ts'
import type { Lease, Undone } from '#server/engine/engine-store.ts'
import { createDecider } from '#server/engine/execute-command.ts'
import { createPendingRequest } from '#server/engine/intake/pending-request.ts'
import { createAccountState } from '#server/engine/state/account-state.ts'
import { createFrozenAccounts } from '#server/engine/state/frozen-accounts.ts'
import { createIdempotencyCache } from '#server/engine/state/idempotency-cache.ts'
import { createOrderSlab } from '#server/engine/state/order-slab.ts'
import { createRecentMovements } from '#server/engine/state/recently-changed.ts'
import { createScanTriggers } from '#server/engine/triggers/scan-triggers.ts'
import { type Batch, createBatch } from '#server/engine/writer/batch.ts'
import { undoDecisions } from '#server/engine/writer/recovery.ts'
import { createFakeTimers } from '#server/platform/fake-timers.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { fc } from '#test/fast-check.ts'
import { marketOf } from '#test/trading/test-board.ts'
import { plainTicket } from '#test/trading/trader.ts'
import { createMemoryStore, type MemoryStore } from '#test/trading-day/memory-store.ts'
import { createSeededBytes } from '#test/trading-day/scenario/seeded-random.ts'

const cancellation = { kind: 'advance_withdrawal', to: 'cancelled', operatorId: null } as const

const startMs = 1_000_000
const users = [1, 2, 3, 4]
const eurUsd = marketOf('EURUSD')
const always = new Date(0)
const metrics = createMetrics()
const random = createSeededBytes(1)
const silentLog = { error: () => undefined, warn: () => undefined, info: () => undefined }

function createPrices() {
  const board = createBoard(markets, [])
  let seq = 1
  function quote(bid: number): void {
    seq += 1
    const sides = { bid: price(bid), ask: price(bid + 15) }
    board.apply({ kind: 'quote', marketId: eurUsd.id, ...sides, timeMs: startMs, seq, source: 'test' })
  }
  board.apply({ kind: 'state', marketId: eurUsd.id, state: 'open', timeMs: startMs, seq })
  quote(110_000)
  return { board, quote }
}

/** The memory of an engine without its loop: decides commands into batches that the test commits or undoes. */
function createMemory(store: MemoryStore, board: LiveBoard) {
  const time = createFakeTimers(startMs)
  const { clock } = time
  const slab = createOrderSlab()
  const triggers = createScanTriggers({ markets, usersWithOrders: () => accounts.usersWithOrders() })
  const accounts = createAccountState(slab, triggers)
  const idempotency = createIdempotencyCache(clock)
  const movements = createRecentMovements()
  const feeMode = () => 'per_lot' as const
  const frozen = createFrozenAccounts({ log: silentLog, metrics, queue: () => undefined })
  const isRealOpeningBlocked = () => false
  const settings = { feed: 'test', feeMode, isRealOpeningBlocked }
  const deciderParts = { board, accounts, idempotency, movements, frozen, ...settings, clock }
  const decider = createDecider(deciderParts)
  const isOwn = (orderId: number, userId: number) => store.tables.orders.get(orderId)?.userId === userId
  const frozenUsers = () => users.filter((userId) => frozen.has(userId))
  return {
    accounts,
    idempotency,
    frozenUsers,
    async load() {
      const loaded = await store.load(always, accounts)
      for (const { hasOrders, ...account } of await store.accounts(users))
        if (!hasOrders) accounts.addAccount(account)
      idempotency.load(loaded.keys)
      movements.load(loaded.movements)
      frozen.load(loaded.frozen)
      decider.load(loaded)
    },
    decide(command: Command, batch: Batch, key?: string): void {
      const owner = { userId: command.userId, isDemo: command.userId % 2 === 0 }
      const used = key === undefined ? undefined : { key, fingerprint: 'f'.repeat(64) }
      const { pending } = createPendingRequest(time, { owner, command, key: used })
      decider.decideCommand(pending, batch)
    },
    evaluate(userId: number, batch: Batch): void {
      decider.decideQuote({ kind: 'judge_tick', userId, marketId: eurUsd.id, before: null }, board, batch)
    },
    undo: (batches: readonly Batch[]) =>
      undoDecisions(batches, { store, accounts, triggers, idempotency, movements, frozen, decider }),
    /** Everything that a later decision may depend on. */
    summary() {
      const probe = createBatch()
      for (const reference of references) {
        const finish = { ...cancellation, reference, known: null } as const
        for (const userId of users) this.decide({ ...finish, userId }, probe)
      }
      for (const orderId of orderIds)
        for (const userId of users)
          this.decide({ kind: 'cancel_order', orderId, wasKnown: isOwn(orderId, userId), userId }, probe)
      this.decide({ kind: 'open_order', ticket, userId: 1 }, probe)
      return {
        accounts: users.map((userId) => accounts.get(userId)),
        frozen: frozenUsers(),
        withOrders: [...accounts.usersWithOrders()].sort(),
        dirty: [...triggers.accountsToCheck(eurUsd.id)].sort(),
        decisions: probe.entries.map(({ outcome }) => outcome),
      }
    },
  }
}

const ticket = { ...plainTicket, marketId: eurUsd.id, lots: '0.10' }
const references = ['one', 'two', 'three']
const orderIds = Array.from({ length: 20 }, (_, at) => at + 1)

type Step =
  | { readonly kind: 'command'; readonly command: Command; readonly key: string | undefined }
  | { readonly kind: 'quote'; readonly bid: number }
  /** The next decisions go to another batch. */
  | { readonly kind: 'next_batch' }

const userId = fc.constantFrom(...users)
const orderId = fc.constantFrom(...orderIds)
const reference = fc.constantFrom(...references)
const amount = fc.constantFrom(micros(5_000_000), micros(70_000_000))
const stops = fc.constantFrom(null, '1.09000', '1.08000')
const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    kind: fc.constant('open_order' as const),
    userId,
    ticket: fc.record({
      ...Object.fromEntries(Object.entries(ticket).map(([name, value]) => [name, fc.constant(value)])),
      stopLoss: stops,
      target: fc.constantFrom(null, '1.05000'),
    }) as fc.Arbitrary<typeof ticket>,
  }),
  fc.record({
    kind: fc.constant('close_order' as const),
    userId,
    orderId,
    wasKnown: fc.constant(true),
    lots: fc.constantFrom(null, '0.03'),
  }),
  fc.record({ kind: fc.constant('cancel_order' as const), userId, orderId, wasKnown: fc.constant(true) }),
  fc.record({ kind: fc.constant('deposit' as const), userId, amount, reference, known: fc.constant(null) }),
  fc.record({
    kind: fc.constant('request_withdrawal' as const),
    userId,
    amount,
    reference,
    known: fc.constant(null),
  }),
  fc.record({
    kind: fc.constant('advance_withdrawal' as const),
    userId,
    reference,
    to: fc.constantFrom('reviewing' as const, 'paying' as const),
    operatorId: fc.constant(1),
    known: fc.constant(null),
  }),
  fc.record({
    kind: fc.constant(cancellation.kind),
    userId,
    reference,
    to: fc.constant(cancellation.to),
    operatorId: fc.constant(null),
    known: fc.constant(null),
  }),
  fc.record({ kind: fc.constant('reset_demo' as const), userId }),
  fc.record({
    kind: fc.constant('freeze_account' as const),
    userId,
    cause: fc.constant('command_failed' as const),
    detail: fc.constant('a fault'),
    isFrozen: fc.constant(false),
  }),
  fc.record({
    kind: fc.constant('lift_freeze' as const),
    userId,
    operatorId: fc.constant(1),
    reason: fc.constant('checked'),
    frozenAtMs: fc.constant(startMs),
    isFrozen: fc.constant(false),
  }),
)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constant('command' as const),
      command,
      key: fc.constantFrom(undefined, 'a', 'b', 'c'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('quote' as const),
      bid: fc.integer({ min: 80_000, max: 112_000 }),
    }),
  },
  { weight: 3, arbitrary: fc.constant({ kind: 'next_batch' as const }) },
)

function decideAll(
  memory: ReturnType<typeof createMemory>,
  quote: (bid: number) => void,
  steps: readonly Step[],
): readonly Batch[] {
  const batches = [createBatch()]
  const open = () => batches.at(-1) ?? createBatch()
  for (const one of steps) {
    if (one.kind === 'next_batch') batches.push(createBatch())
    else if (one.kind === 'quote') {
      quote(one.bid)
      for (const user of users) memory.evaluate(user, open())
    } else {
      const isUsed =
        one.key !== undefined && memory.idempotency.find(one.command.userId, one.key) !== undefined
      if (!isUsed) memory.decide(one.command, open(), one.key)
    }
  }
  return batches
}

describe('undoing decisions that were not written', () => {
  test('makes memory equal to a fresh load, whatever was decided', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.nat({ max: 12 }), async (steps, written) => {
        const store = createMemoryStore()
        let lease: Lease = (await store.takeLease('test', undefined)) ?? assert.fail()
        const { board, quote } = createPrices()
        const memory = createMemory(store, board)
        await memory.load()
        const batches = decideAll(memory, quote, steps)
        for (const batch of batches.slice(0, written)) {
          if (!batch.hasWrites()) continue
          const records = batch.seal(lease, startMs, random)
          assert.equal(await store.commit(lease, records), 'committed')
          lease = { ...lease, lastSeq: records.seq, lastHash: records.hash }
          for (const { cached } of batch.entries) if (cached !== undefined) memory.idempotency.commit(cached)
        }
        const undone = batches.slice(written)
        const frozenBefore = memory.frozenUsers()
        await memory.undo(undone)

        const fresh = createMemory(store, board)
        await fresh.load()
        for (const user of users)
          for (const key of ['a', 'b', 'c']) {
            const [kept, loaded] = [memory, fresh].map(({ idempotency }) => idempotency.find(user, key))
            assert.equal(kept?.fingerprint, loaded?.fingerprint)
            assert.equal(kept?.uncommitted, undefined)
          }
        const touched = new Set(undone.flatMap(({ entries }) => entries.map(({ command }) => command.userId)))
        const { dirty, frozen, ...recovered } = memory.summary()
        const { dirty: _, frozen: frozenOnDisk, ...loaded } = fresh.summary()
        assert.deepEqual(recovered, loaded)
        // An account whose freeze was not written stays frozen until it is.
        const isFrozen = (user: number) => frozenOnDisk.includes(user) || frozenBefore.includes(user)
        assert.deepEqual(frozen, users.filter(isFrozen))
        for (const user of touched) assert.ok(dirty.includes(user))
        assert.deepEqual(store.faults, [])
      }),
    )
  })

  test('restores a withdrawal to what is on disk', async () => {
    const store = createMemoryStore()
    const memory = createMemory(store, createPrices().board)
    const lease = (await store.takeLease('test', undefined)) ?? assert.fail()
    await memory.load()
    const withdrawal = { userId: 1, reference: 'one', known: null } as const
    const request = { kind: 'request_withdrawal', amount: micros(5_000_000), ...withdrawal } as const
    const finish = { ...cancellation, ...withdrawal } as const
    const written = createBatch()
    memory.decide({ kind: 'deposit', amount: micros(9_000_000), ...withdrawal, reference: 'paid' }, written)
    memory.decide(request, written)
    await store.commit(lease, written.seal(lease, startMs, random))
    const undone = createBatch()
    memory.decide(finish, undone)
    memory.decide({ ...request, amount: micros(1_000_000), reference: 'two' }, undone)
    await memory.undo([undone])
    const again = createBatch()
    memory.decide({ ...finish, reference: 'two' }, again)
    memory.decide(finish, again)
    memory.decide(finish, again)
    const kinds = again.entries.map(({ outcome }) => outcome.kind)
    assert.deepEqual(kinds, ['refused', 'done', 'refused'])
    assert.deepEqual(store.faults, [])
  })

  test('reads only what they touched', async () => {
    const store = createMemoryStore()
    const read: Undone[] = []
    const memory = createMemory(
      {
        ...store,
        reload: async (undone, into) => {
          read.push(undone)
          return await store.reload(undone, into)
        },
      },
      createPrices().board,
    )
    await memory.load()
    const batch = createBatch()
    const deposit = { kind: 'deposit', userId: 1, amount: micros(1_000_000), known: null } as const
    memory.decide({ ...deposit, reference: 'one' }, batch)
    memory.decide({ kind: 'cancel_order', userId: 3, orderId: 9, wasKnown: false }, batch)
    await memory.undo([batch])
    assert.deepEqual(read, [{ userIds: [1, 3], references: ['one'] }])
  })

  test('changes nothing if the read fails, and can be repeated', async () => {
    const store = createMemoryStore()
    let isAway = true
    const memory = createMemory(
      {
        ...store,
        reload: async (undone, into) => {
          const reloaded = await store.reload(undone, into)
          if (isAway) throw new Error('away')
          return reloaded
        },
      },
      createPrices().board,
    )
    await memory.load()
    const batch = createBatch()
    memory.decide({ kind: 'open_order', userId: 2, ticket }, batch, 'a')
    await assert.rejects(memory.undo([batch]), /away/)
    assert.equal(memory.accounts.get(2)?.orders.size, 1)
    assert.notEqual(memory.idempotency.find(2, 'a'), undefined)
    isAway = false
    await memory.undo([batch])
    assert.equal(memory.accounts.get(2), undefined)
    assert.equal(memory.idempotency.find(2, 'a'), undefined)
  })
})
