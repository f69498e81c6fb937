import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Pool } from 'pg'
import type { PackFile } from '#server/complaints/complaints-types.ts'
import { createPackDownloads } from '#server/complaints/pack-downloads.ts'
import { createFakeTimers } from '#server/platform/fake-timers.ts'

const content = Buffer.from(Array.from({ length: 300_000 }, (_, at) => at % 251))
const pack = { complaintId: 7, userId: 1, number: 'C-2026-000007', length: content.length }
const find = async () => pack

/** Slices are read when the returned gate is opened. */
function fixture() {
  const sliceLengths: number[] = []
  const timers = createFakeTimers()
  const gate = Promise.withResolvers<void>()
  const query = async (_: string, [, from, length]: readonly number[]) => {
    await gate.promise
    const slice = content.subarray(Number(from) - 1, Number(from) - 1 + Number(length))
    sliceLengths.push(slice.length)
    return { rows: [{ slice }] }
  }
  const downloads = createPackDownloads({
    pool: { query } as unknown as Pool,
    clock: timers.clock,
    timers,
  })
  return { downloads, sliceLengths, open: gate.resolve, fail: gate.reject, advance: timers.advance }
}

test('a pack is read in slices and has its ticket number in the name', async () => {
  const { downloads, sliceLengths, open } = fixture()
  open()
  const result = await downloads.read('user:1', find)
  assert.ok(result.kind === 'found')
  assert.equal(result.file.savedAs, 'evidence-C-2026-000007.json')
  assert.ok(content.equals(result.file.bytes))
  assert.deepEqual(sliceLengths, [131_072, 131_072, 37_856])
})

test('one reader downloads five at once, then one in five seconds', async () => {
  const { downloads, open, advance } = fixture()
  open()
  const kindFor = async (reader: string) => {
    const result = await downloads.read(reader, find)
    if (result.kind === 'found') result.file.delivery.onEnd()
    return result.kind
  }
  for (let read = 0; read < 5; read += 1) assert.equal(await kindFor('user:1'), 'found')
  assert.deepEqual(await downloads.read('user:1', () => assert.fail('was looked for')), {
    kind: 'too_many_requests',
    retryAfterSeconds: 5,
  })
  assert.equal(await kindFor('operator:1'), 'found')
  advance(5000)
  assert.equal(await kindFor('user:1'), 'found')
})

const settle = async () => await new Promise((resolve) => setImmediate(resolve))

test('two packs are in memory at a time until they are sent, ten wait, and more are told to come later', async () => {
  const { downloads, sliceLengths, open } = fixture()
  const found: PackFile[] = []
  const results = Array.from({ length: 13 }, async (_, reader) => {
    const result = await downloads.read(`user:${reader}`, find)
    if (result.kind === 'found') found.push(result.file)
    return result
  })
  assert.deepEqual(await Promise.race(results), { kind: 'refused', reason: 'busy' })
  open()
  for (let sent = 0; sent < 12; sent += 1) {
    await settle()
    assert.equal(found.length, Math.min(12, sent + 2))
    assert.equal(sliceLengths.length, 3 * found.length)
    // Twice, as a response that finishes and then closes.
    found[sent]?.delivery.onEnd()
    found[sent]?.delivery.onEnd()
  }
  const kinds = (await Promise.all(results)).map(({ kind }) => kind)
  assert.deepEqual(kinds, [...Array(12).fill('found'), 'refused'])
})

test('a pack that is not sent within a minute is given up, and the next one is read', async () => {
  const { downloads, open, advance } = fixture()
  open()
  const fileOf = async (reader: string) => {
    const result = await downloads.read(reader, find)
    assert.ok(result.kind === 'found')
    return result.file
  }
  const slow = [await fileOf('user:1'), await fileOf('user:2')]
  const next = fileOf('user:3')
  advance(59_999)
  assert.deepEqual(
    slow.map(({ delivery }) => delivery.late.aborted),
    [false, false],
  )
  advance(1)
  assert.deepEqual(
    slow.map(({ delivery }) => delivery.late.aborted),
    [true, true],
  )
  const { delivery } = await next
  delivery.onEnd()
  advance(60_000)
  assert.equal(delivery.late.aborted, false)
})

test('a pack that cannot be read is out of the way of the next one', async () => {
  const { downloads, fail } = fixture()
  const results = Array.from({ length: 3 }, (_, reader) => downloads.read(`user:${reader}`, find))
  fail(new Error('the database is away'))
  for (const result of results) await assert.rejects(result, /away/)
})
