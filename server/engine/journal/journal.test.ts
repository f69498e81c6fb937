import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decide } from '#core/decision/decide.ts'
import { micros } from '#core/money/amounts.ts'
import type { BatchRecords } from '#server/engine/engine-store.ts'
import { boardFromSnapshot } from '#server/engine/journal/board-snapshot.ts'
import {
  canDecideAgain,
  chainHash,
  type JournalEntry,
  unpackEntries,
} from '#server/engine/journal/journal.ts'
import { createOrderJson } from '#server/engine/journal/order-json.ts'
import { createJournalPacker } from '#server/engine/journal/pack-journal.ts'
import { createAccountState } from '#server/engine/state/account-state.ts'
import { systemRandom } from '#server/platform/random.ts'
import { buy, createEngineFixture, demo, keyed, orderOf, other, ticket } from '#test/engine/engine-fixture.ts'
import { turn } from '#test/trading-day/engine-side.ts'

/** Batches with orders, a partial close, stops, triggers, a close-out, a reset and a refusal with a key. */
async function sampleBatches(): Promise<readonly BatchRecords[]> {
  const batches: BatchRecords[] = []
  const fixture = await createEngineFixture((store) => ({
    ...store,
    commit: async (lease, batch) => {
      batches.push(batch)
      return await store.commit(lease, batch)
    },
  }))
  const submit = async (...args: Parameters<typeof fixture.submit>) =>
    await fixture.settle(fixture.submit(...args))
  const { id } = orderOf(await submit(demo, buy, keyed('first')))
  await submit(demo, { kind: 'close_order', orderId: id, lots: '0.03' })
  await submit(demo, { kind: 'set_stops', orderId: id, stopLoss: '1.09500', takeProfit: null })
  await submit(demo, { kind: 'open_order', ticket: { ...ticket, target: '1.09000' } })
  await submit(demo, { kind: 'open_order', ticket: { ...ticket, lots: '100' } }, keyed('refused'))
  await submit(other, { kind: 'open_order', ticket: { ...ticket, lots: '80', leverage: 200 } })
  fixture.quote(108_900)
  await turn()
  fixture.quote(108_000)
  await turn()
  await submit(demo, { kind: 'reset_demo' })
  return batches
}

/** Repeats all decisions from the journal alone, and compares them with the journalled outcomes. */
function decideAgain(entries: readonly JournalEntry[]): void {
  const book = createAccountState()
  for (const { command, board, timeMs, feed, feeMode, isRealOpeningBlocked, market, ...entry } of entries) {
    const { nextOrderId, outcome } = entry
    const around = {
      timeMs,
      feed,
      feeMode,
      isRealOpeningBlocked: isRealOpeningBlocked === true,
      nextOrderId,
      board: boardFromSnapshot(board),
      market: market ?? undefined,
    }
    const decision = decide(book.get(command.userId), command, around)
    if (decision.kind === 'decided') {
      assert.deepEqual({ kind: 'decided', effects: decision.effects }, outcome, command.kind)
      const ledger = command.kind === 'open_account' ? command.book : 'real'
      book.apply({ userId: command.userId, book: ledger, timeMs }, decision.effects)
    } else assert.deepEqual(decision, outcome, command.kind)
  }
}

const position = { group: 0, seq: 1 }

describe('the journal', () => {
  for (const count of [1, 40, 2000])
    test(`packs and unpacks ${count} entries`, async () => {
      const [one] = (await sampleBatches()).flatMap(({ packed }) => unpackEntries(packed))
      assert.ok(one)
      const entries = Array.from({ length: count }, (_, at) => ({ ...one, feed: `市場 ≥ ${at}` }))
      const page = createJournalPacker(createOrderJson())
      for (const entry of entries) page.add(page.encode(entry), 1)
      const { packed } = page.pack(position, systemRandom)
      // Packs once more: both packers share one buffer, and the first result must not change.
      const another = createJournalPacker(createOrderJson())
      another.add(another.encode(one), 1)
      another.pack(position, systemRandom)
      assert.deepEqual(unpackEntries(packed), entries)
      assert.equal(JSON.stringify(entries).length > 256 * 1024, count === 2000)
    })

  test('holds all inputs to repeat every decision', async () => {
    const entries = (await sampleBatches()).flatMap(({ packed }) => unpackEntries(packed))
    const kinds = new Set(entries.map(({ command }) => command.kind))
    for (const kind of ['open_account', 'open_order', 'close_order', 'set_stops', 'judge_tick', 'reset_demo'])
      assert.ok(kinds.has(kind as JournalEntry['command']['kind']), kind)
    assert.ok(entries.some(({ outcome }) => outcome.kind === 'refused'))
    const causes = entries.flatMap(({ outcome }) =>
      outcome.kind === 'decided' ? outcome.effects.orders.map(({ endCause }) => endCause) : [],
    )
    for (const cause of ['stop_loss', 'stop_out', 'demo_reset'] as const)
      assert.ok(causes.includes(cause), cause)
    decideAgain(entries)
  })

  test('is a hash chain that a changed, missing or moved batch breaks', async () => {
    const batches = await sampleBatches()
    const isWhole = (all: readonly BatchRecords[]) => {
      let last = Buffer.alloc(32)
      return all.every(({ packed, root, hash }) => {
        const isNext = chainHash(last, { packed, root }).equals(hash)
        last = Buffer.from(hash)
        return isNext
      })
    }
    assert.ok(isWhole(batches))
    const [first, second, ...rest] = batches
    assert.ok(first && second)
    const flipped = Buffer.from(second.packed)
    flipped.writeUInt8(flipped.readUInt8(3) ^ 1, 3)
    assert.ok(!isWhole([first, { ...second, packed: flipped }, ...rest]))
    assert.ok(!isWhole([first, ...rest]))
    assert.ok(!isWhole([second, first, ...rest]))
  })
})

describe('rules of version 3', () => {
  const movement = { amount: micros(1), reference: 'deposit:1', known: null }
  const deposit = { kind: 'deposit', userId: 1, ...movement } as const
  const rows: readonly (readonly [
    rules: number,
    { operatorId?: number; approverId?: number },
    by: number,
    boolean,
  ])[] = [
    [3, { operatorId: 1, approverId: 1 }, 3, true],
    [2, {}, 3, true],
    [2, { operatorId: 1 }, 3, true],
    [2, { operatorId: 1, approverId: 2 }, 3, true],
    [2, { operatorId: 1, approverId: 1 }, 3, false],
    [1, {}, 3, false],
    [3, {}, 4, false],
    [2, {}, 4, false],
  ]
  for (const [rules, operators, by, isAgain] of rows)
    test(`version ${by} ${isAgain ? 'decides' : 'does not decide'} a deposit of version ${rules} by ${JSON.stringify(operators)} again`, () => {
      assert.equal(canDecideAgain({ rules, command: { ...deposit, ...operators } }, by), isAgain)
    })
})
