import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Command } from '#core/decision/command.ts'
import { unpackEntries } from '#server/engine/journal/journal.ts'
import { readEntries } from '#server/engine/journal/read-entries.ts'
import { runTradingDay } from '#test/trading-day/trading-day.ts'
import { fixtureRows } from '#test/verify/load-fixture.ts'

const allKinds = [
  'open_account',
  'open_order',
  'close_order',
  'deposit',
  'set_stops',
  'judge_tick',
  'burn_key',
] satisfies readonly Command['kind'][]

async function read(packed: Buffer, kinds: readonly Command['kind'][]) {
  return [...(await readEntries(packed, new Set(kinds)))]
}

/** The same entries, selected after everything was unpacked. */
function unpackedOf(packed: Buffer, kinds: readonly Command['kind'][]) {
  return [...unpackEntries(packed).entries()]
    .filter(([, { command }]) => kinds.includes(command.kind))
    .map(([index, { market: _, board: __, ...entry }]) => ({ index, entry }))
}

function withoutPrices(found: Awaited<ReturnType<typeof read>>) {
  return found.map(({ index, entry }) => {
    const { market: _, board: __, ...rest } = entry as typeof entry & { market: unknown; board: unknown }
    return { index, entry: rest }
  })
}

async function packedDay(): Promise<readonly Buffer[]> {
  const packed: Buffer[] = []
  await runTradingDay({ seed: 6, onWritten: (batch) => void packed.push(batch.packed) })
  return packed
}

describe('selected entries of a batch', () => {
  test('are those of the unpacked batch, in format 2', async () => {
    let count = 0
    for (const packed of await packedDay())
      for (const kinds of [['judge_tick'], ['deposit', 'close_order'], allKinds] as const) {
        const found = await read(packed, kinds)
        assert.deepEqual(withoutPrices(found), unpackedOf(packed, kinds))
        count += found.length
      }
    assert.ok(count > 50)
  })

  for (const fixture of ['rules-1', 'rules-2'])
    test(`are those of the unpacked batch, in format 1 of ${fixture}`, async () => {
      const rows = fixtureRows(fixture, 'journal')
      let count = 0
      for (const { packed } of rows) {
        const bytes = Buffer.from(String(packed).slice(2), 'hex')
        const found = await read(bytes, ['judge_tick'])
        assert.deepEqual(withoutPrices(found), unpackedOf(bytes, ['judge_tick']))
        count += found.length
      }
      assert.ok(count > 5)
    })

  test('do not include an entry that only has the name of the command in a text', async () => {
    const packed = rewritten(await tickBatch(), (line) =>
      line.replace('"kind":"judge_tick"', '"kind":"burn_key","key":"\\"kind\\":\\"judge_tick\\""'),
    )
    assert.deepEqual(await read(packed, ['judge_tick']), [])
    assert.equal((await read(packed, ['burn_key'])).length, 1)
  })

  test('are found in a batch that is decompressed in another thread', async () => {
    const packed = await tickBatch()
    const filler = createHash('shake256', { outputLength: 40_000 }).update('filler').digest('hex')
    const large = rewritten(packed, (text) => {
      const [first = '', ...lines] = text.split('\n')
      const head = JSON.parse(first)
      return [JSON.stringify({ ...head, shared: head.shared + 1 }), `"${filler}"`, ...lines].join('\n')
    })
    assert.ok(large.length > 32_000)
    assert.deepEqual(await read(large, ['judge_tick']), await read(packed, ['judge_tick']))
    assert.deepEqual(await read(large, ['deposit']), [])
    await assert.rejects(async () => await read(large.subarray(0, -5), ['deposit']))
  })

  test('are refused if a line is missing or incomplete', async () => {
    const packed = await tickBatch()
    const withoutLast = rewritten(packed, (text) => text.replace(/[^\n]*\n$/, ''))
    await assert.rejects(async () => await read(withoutLast, allKinds), /incomplete/)
    const cutOff = rewritten(packed, (text) => text.slice(0, -1))
    await assert.rejects(async () => await read(cutOff, allKinds), /incomplete/)
    await assert.rejects(async () => await read(packed.subarray(0, -5), allKinds))
  })
})

/** A batch whose only entry is a tick. */
async function tickBatch(): Promise<Buffer> {
  const found = (await packedDay()).find((packed) => {
    const entries = unpackEntries(packed)
    return entries.length === 1 && entries[0]?.command.kind === 'judge_tick'
  })
  assert.ok(found)
  return found
}

/** The batch with another text. It has one account, so its page follows mark, count and one salt. */
function rewritten(packed: Buffer, change: (text: string) => string): Buffer {
  const text = zstdDecompressSync(packed.subarray(24)).toString()
  return Buffer.concat([packed.subarray(0, 24), zstdCompressSync(change(text))])
}
