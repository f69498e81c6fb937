import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Pool } from 'pg'
import type { PackFile } from '#server/complaints/complaints-types.ts'
import { createPackDownloads, type PackReader } from '#server/complaints/pack-downloads.ts'
import { createFakeTimers } from '#server/platform/fake-timers.ts'

const content = Buffer.from(Array.from({ length: 300_000 }, (_, at) => at % 251))
const user = (id: number) => ({ kind: 'user', id }) as const
const pack = { complaintId: 7, userId: 1, number: 'C-2026-000007' }
const find = async () => pack

/** Slices are read when the returned gate is opened. */
function fixture() {
  const sliceLengths: number[] = []
  const timers = createFakeTimers()
  const gate = Promise.withResolvers<void>()
  const query = async (_: string, [from, length]: readonly number[]) => {
    await gate.promise
    const slice = content.subarray(Number(from) - 1, Number(from) - 1 + Number(length))
    sliceLengths.push(slice.length)
    return { rows: [{ length: content.length, slice }] }
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
  const result = await downloads.read(user(1), find)
  assert.ok(result.kind === 'found')
  assert.equal(result.file.savedAs, 'evidence-C-2026-000007.json')
  assert.ok(content.equals(result.file.bytes))
  assert.deepEqual(sliceLengths, [131_072, 131_072, 37_856])
})

test('one reader downloads five in a row, then one in five seconds', async () => {
  const { downloads, open, advance } = fixture()
  open()
  const kindFor = async (reader: PackReader) => {
    const result = await downloads.read(reader, find)
    if (result.kind === 'found') result.file.delivery.onEnd()
    return result.kind
  }
  for (let read = 0; read < 5; read += 1) assert.equal(await kindFor(user(1)), 'found')
  assert.deepEqual(await downloads.read(user(1), () => assert.fail('was looked for')), {
    kind: 'too_many_requests',
    retryAfterSeconds: 5,
  })
  assert.equal(await kindFor({ kind: 'operator', id: 1 }), 'found')
  advance(5000)
  assert.equal(await kindFor(user(1)), 'found')
})

const settle = async () => await new Promise((resolve) => setImmediate(resolve))

test('two packs are in memory at a time until they are sent, ten wait, and more are told to come later', async () => {
  const { downloads, sliceLengths, open } = fixture()
  const found: PackFile[] = []
  const results = Array.from({ length: 13 }, async (_, reader) => {
    const result = await downloads.read(user(reader), find)
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
  const fileOf = async (reader: number) => {
    const result = await downloads.read(user(reader), find)
    assert.ok(result.kind === 'found')
    return result.file
  }
  const slow = [await fileOf(1), await fileOf(2)]
  const next = fileOf(3)
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

test('a pack that cannot be read releases its place', async () => {
  const { downloads, fail } = fixture()
  const results = Array.from({ length: 3 }, (_, reader) => downloads.read(user(reader), find))
  fail(new Error('the database is away'))
  for (const result of results) await assert.rejects(result, /away/)
})

test('slow readers of one kind keep none of another waiting', async () => {
  const { downloads, open } = fixture()
  open()
  const kindFor = async (reader: PackReader) => (await downloads.read(reader, find)).kind
  for (const id of [1, 2]) assert.equal(await kindFor({ kind: 'demo_user', id }), 'found')
  for (const id of [1, 2]) assert.equal(await kindFor(user(id)), 'found')
  assert.equal(await kindFor({ kind: 'operator', id: 1 }), 'found')
})

test('one reader takes one place: a new request ends the one being sent, and is refused before that', async () => {
  const { downloads, sliceLengths, open } = fixture()
  const first = downloads.read(user(1), find)
  assert.deepEqual(await downloads.read(user(1), find), { kind: 'refused', reason: 'busy' })
  open()
  const sending = await first
  const next = await downloads.read(user(1), find)
  assert.ok(sending.kind === 'found' && next.kind === 'found')
  assert.deepEqual([sending.file.delivery.late.aborted, next.file.delivery.late.aborted], [true, false])
  // The end of the old response must not free the place of the new one.
  sending.file.delivery.onEnd()
  const other = await downloads.read(user(2), find)
  const third = downloads.read(user(3), find)
  await settle()
  assert.equal(sliceLengths.length, 9)
  assert.ok(other.kind === 'found')
  other.file.delivery.onEnd()
  assert.equal((await third).kind, 'found')
})

test('a reader without a pack may ask again', async () => {
  const { downloads, open } = fixture()
  open()
  const none = async () => undefined
  assert.deepEqual(await downloads.read(user(1), none), { kind: 'refused', reason: 'not_found' })
  await assert.rejects(
    downloads.read(user(1), () => Promise.reject(new Error('away'))),
    /away/,
  )
  assert.equal((await downloads.read(user(1), find)).kind, 'found')
})
