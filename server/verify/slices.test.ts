import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type JournalEntry, unpackJournal } from '#server/engine/engine.ts'
import type { BatchRecords } from '#server/engine/engine-store.ts'
import { buy, createEngineFixture, other, ticket } from '#test/engine/engine-fixture.ts'
import { openHistory } from '#test/verify/history.ts'

/** Stops that one quote reaches, and an order of another user that is decided on a later one before most of them. */
async function slicedBatches(): Promise<readonly BatchRecords[]> {
  const batches: BatchRecords[] = []
  const fixture = await createEngineFixture(
    (store) => ({
      ...store,
      commit: async (lease, batch) => {
        batches.push(batch)
        return await store.commit(lease, batch)
      },
    }),
    undefined,
    { sliceLimits: { ms: 0, rows: 1 } },
  )
  const stopped = { kind: 'open_order', ticket: { ...ticket, stopLoss: '1.09000' } } as const
  for (const userId of [11, 12, 13, 14, 15])
    await fixture.settle(fixture.submit({ userId, isDemo: true }, stopped))
  fixture.quote(108_000)
  fixture.quote(109_500)
  await fixture.settle(fixture.submit(other, buy))
  await fixture.settle(fixture.running().engine.stop())
  return batches
}

test('a quote that was evaluated in slices, with a later quote in between, has no findings', async () => {
  const batches = await slicedBatches()
  const entries = batches.flatMap(({ packed }) => unpackJournal(packed) as readonly JournalEntry[])
  const seqs = entries.map(({ board }) => board.seq)
  assert.ok(
    seqs.some((seq, at) => seq < (seqs[at - 1] ?? 0)),
    'no entry has an older board than the one before it',
  )
  const history = await openHistory(batches)
  try {
    await history.writeTo(batches.length)
    const { findings, isComplete } = await history.verify()
    assert.deepEqual([findings, isComplete], [[], true])
  } finally {
    await history.drop()
  }
})
