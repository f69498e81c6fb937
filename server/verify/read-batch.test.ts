import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deflateRawSync } from 'node:zlib'
import { type JournalEntry, unpackJournal } from '#server/engine/engine.ts'
import { unpackBatch } from '#server/verify/read-batch.ts'
import { fixtureRows } from '#test/verify/load-fixture.ts'

const packedBatches = ['rules-1', 'rules-2'].flatMap((name) =>
  fixtureRows(name, 'journal').map(({ packed }) => Buffer.from(String(packed).slice(2), 'hex')),
)

function entriesOf(packed: Buffer): readonly JournalEntry[] {
  const batch = unpackBatch(packed)
  return batch.kind === 'entries' ? batch.entries : assert.fail(batch.why)
}

function sourcesIn(entries: readonly JournalEntry[]): readonly string[] {
  return entries.flatMap(({ board }) =>
    Object.values(board.markets).flatMap(({ quote }) => (quote === undefined ? [] : [quote.source])),
  )
}

describe('the quotes of a journal entry', () => {
  test('have the feed of the entry as their source if they name none', () => {
    const entries = packedBatches.flatMap(entriesOf)
    const stored = packedBatches.flatMap((packed) => unpackJournal(packed) as readonly JournalEntry[])
    assert.ok(sourcesIn(stored).length > 100)
    assert.deepEqual(new Set(sourcesIn(stored)), new Set([undefined]))
    for (const entry of entries) for (const source of sourcesIn([entry])) assert.equal(source, entry.feed)
  })

  test('keep the source that they name', () => {
    const sourced = packedBatches.flatMap(entriesOf).map((entry) => ({ ...entry, feed: 'another:2' }))
    const read = entriesOf(deflateRawSync(JSON.stringify(sourced)))
    assert.deepEqual(sourcesIn(read), sourcesIn(sourced))
  })

  test('are left as they are if they are not quotes', () => {
    const [entry] = packedBatches.flatMap(entriesOf)
    const markets = { 1: null, 2: 3, 3: { quote: null }, 4: { quote: 'none' } }
    const tampered = { ...entry, board: { ...entry?.board, markets } }
    const [read] = entriesOf(deflateRawSync(JSON.stringify([tampered])))
    assert.deepEqual(read?.board.markets, markets)
  })
})
