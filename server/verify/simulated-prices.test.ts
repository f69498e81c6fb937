// Verification of a day on which real accounts now and then may open nothing.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { BatchRecords } from '#server/engine/engine-store.ts'
import { type JournalEntry, unpackEntries } from '#server/engine/journal/journal.ts'
import { runTradingDay } from '#test/trading-day/trading-day.ts'
import { type History, openHistory } from '#test/verify/history.ts'
import { rehash, rewriteBatch } from '#test/verify/rewrite-journal.ts'

/** A day with refused and with cancelled orders. */
const seed = 6

describe('a day with blocked real accounts', () => {
  let history: History
  before(async () => {
    const batches: BatchRecords[] = []
    await runTradingDay({ seed, blocksRealOpening: true, onWritten: (batch) => void batches.push(batch) })
    history = await openHistory(batches)
    await history.writeTo(batches.length)
  })
  after(() => history.drop())

  /** The first entry that matches, with its position. */
  async function find(isWanted: (entry: JournalEntry) => boolean) {
    const { rows } = await history.database.query<{ seq: string; packed: Buffer }>(
      'select seq, packed from journal order by seq',
    )
    for (const { seq, packed } of rows) {
      const at = unpackEntries(packed).findIndex(isWanted)
      if (at >= 0) return { seq: Number(seq), at }
    }
    return assert.fail('the day has no such entry')
  }

  async function findingsAfter(
    isWanted: (entry: JournalEntry) => boolean,
    change: (entry: JournalEntry) => unknown,
  ) {
    const { seq, at } = await find(isWanted)
    const { findings } = await history.tampered(async (query) => {
      await rewriteBatch(query, seq, (entries) =>
        entries.map((one, index) => (index === at ? change(one) : one)),
      )
      await rehash(query)
    })
    const [first] = findings
    return { first: [first?.kind, first?.seq, first?.entry], place: [seq, at + 1] }
  }

  const isRefused = ({ outcome }: JournalEntry) =>
    outcome.kind === 'refused' && outcome.reason === 'simulated_prices'
  const isCancelled = ({ outcome }: JournalEntry) =>
    outcome.kind === 'decided' &&
    outcome.effects.orders.some(({ endCause }) => endCause === 'simulated_prices')
  const unblock = ({ isRealOpeningBlocked: _, ...entry }: JournalEntry) => entry

  test('is decided again without a difference', async () => {
    const { findings, isComplete, tally } = await history.verify()
    assert.deepEqual([findings, isComplete, tally.byMode.reapplied], [[], true, 0])
  })

  for (const [what, isWanted] of [
    ['a refused order', isRefused],
    ['a pending order that was cancelled', isCancelled],
  ] as const) {
    test(`differs if ${what} no longer says that real accounts were blocked`, async () => {
      const { first, place } = await findingsAfter(isWanted, unblock)
      assert.deepEqual(first, ['decision', ...place])
    })
  }

  test('differs if an order that was opened says that real accounts were blocked', async () => {
    const isOpened = ({ command, market, outcome, isRealOpeningBlocked }: JournalEntry) =>
      command.kind === 'open_order' &&
      market !== null &&
      outcome.kind === 'decided' &&
      isRealOpeningBlocked === undefined &&
      realUsers.has(command.userId)
    const realUsers = new Set(
      history.batches
        .flatMap(({ accounts }) => accounts)
        .filter(({ book }) => book === 'real')
        .map(({ userId }) => userId),
    )
    const { first, place } = await findingsAfter(isOpened, (entry) => ({
      ...entry,
      isRealOpeningBlocked: true,
    }))
    assert.deepEqual(first, ['decision', ...place])
  })

  test('cannot be read with another value', async () => {
    const { first, place } = await findingsAfter(isRefused, (entry) => ({
      ...entry,
      isRealOpeningBlocked: 'no',
    }))
    assert.deepEqual(first, ['journal', ...place])
  })
})
