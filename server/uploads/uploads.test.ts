import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createLog } from '#server/platform/log.ts'
import { systemRandom } from '#server/platform/random.ts'
import { inTransaction } from '#server/storage/storage.ts'
import { createUploads, type StoreResult, type Uploads } from '#server/uploads/uploads.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { assertCleanJpeg } from '#test/uploads/assert-clean-jpeg.ts'
import { insertUser } from '#test/uploads/insert-user.ts'
import { hollowPng, phonePhoto, photo } from '#test/uploads/pictures.ts'

const dayMs = 86_400_000

describe('uploads', () => {
  let database: TestDatabase
  let image: Buffer
  let nowMs = Date.UTC(2026, 5, 1)
  let uploads: Uploads
  let ownerId: number

  /** A separate instance, as each process has. */
  const open = () =>
    createUploads({
      pool: database.pool,
      clock: { now: () => nowMs, elapsed: () => nowMs },
      random: systemRandom,
      log: createLog('silent'),
    })

  before(async () => {
    database = await createTestDatabase()
    image = await photo()
  })
  after(async () => await database.drop())
  beforeEach(async () => {
    nowMs += 10 * dayMs
    uploads = open()
    ownerId = (await insertUser(database)).id
  })

  const keep = async (bytes: Uint8Array = image, claimedType = 'image/jpeg', owner = ownerId) =>
    await uploads.store({ ownerId: owner, bytes, claimedType })

  async function keepOne(owner = ownerId): Promise<string> {
    const kept = await keep(image, 'image/jpeg', owner)
    assert.ok(kept.kind === 'kept', JSON.stringify(kept))
    return kept.name
  }

  async function countOf(owner = ownerId): Promise<number> {
    return (await database.query('select 1 from uploads where owner_id = $1', [owner])).rowCount ?? 0
  }

  /** Inserts images as if they had been uploaded before. */
  async function fill(count: number, { bytes = 10, ageMs = 0, keptFor = null as string | null } = {}) {
    await database.query(
      `insert into uploads (name, owner_id, bytes, width, height, kept_for, created_at)
       select md5(random()::text), $1, convert_to(repeat('x', $3), 'utf8'), 60, 60, $4, $5
       from generate_series(1, $2)`,
      [ownerId, count, bytes, keptFor, new Date(nowMs - ageMs)],
    )
  }

  const claim = async (names: readonly string[], owner = ownerId) =>
    await inTransaction(
      database.pool,
      async (client) => await uploads.claim(client, { ownerId: owner, names, keptFor: 'identity' }),
    )

  const claimed = async () =>
    (await database.query('select 1 from uploads where owner_id = $1 and kept_for is not null', [ownerId]))
      .rowCount

  describe('store', () => {
    it('stores a clean image under a random name for its owner', async () => {
      const kept = await keep(await phonePhoto())
      assert.ok(kept.kind === 'kept')
      assert.match(kept.name, /^[0-9a-f]{32}$/)
      assert.notEqual(await keepOne(), kept.name)
      const reading = await uploads.read({ name: kept.name, ownerId })
      assert.ok(reading.kind === 'found')
      assert.deepEqual(await assertCleanJpeg(reading.bytes), { width: 120, height: 160 })
      const { rows } = await database.query('select width, height, kept_for from uploads where name = $1', [
        kept.name,
      ])
      assert.deepEqual(rows, [{ width: 120, height: 160, kept_for: null }])
    })

    it('shows the image to its owner and to operators only', async () => {
      const name = await keepOne()
      const stranger = (await insertUser(database)).id
      assert.deepEqual(await uploads.read({ name, ownerId: stranger }), { kind: 'unknown' })
      const bytes = await uploads.readForOperator(name)
      assert.deepEqual(await uploads.read({ name, ownerId }), { kind: 'found', bytes })
    })

    it('finds nothing under an unknown or malformed name', async () => {
      for (const name of ['', 'x', '0'.repeat(32), `${await keepOne()}\0`, "' or 1=1 --", '%', '\0']) {
        assert.deepEqual(await uploads.read({ name, ownerId }), { kind: 'unknown' })
        assert.equal(await uploads.readForOperator(name), undefined)
      }
    })

    it('refuses with a reason and stores nothing', async () => {
      const refused: readonly (readonly [string, Uint8Array, string?])[] = [
        ['image_missing', Buffer.alloc(0)],
        ['image_too_large', Buffer.concat([image, Buffer.alloc(10 * 1024 * 1024)])],
        ['image_too_large', hollowPng({ width: 60_000, height: 60_000 }), 'image/png'],
        ['image_unsupported', Buffer.from('GIF89a')],
        ['image_damaged', image.subarray(0, image.length / 2)],
        ['image_damaged', hollowPng({ width: 100, height: 100 }), 'image/png'],
        ['image_damaged', await photo({ width: 1, height: 1 })],
        ['image_suspicious', image, 'image/png'],
      ]
      for (const [reason, bytes, claimedType] of refused)
        assert.deepEqual(await keep(bytes, claimedType), { kind: 'refused', reason })
      assert.equal(await countOf(), 0)
    })
  })

  describe('quota', () => {
    const quota = { kind: 'refused', reason: 'image_quota' } as const

    it('allows twenty unclaimed images', async () => {
      await fill(19)
      const name = await keepOne()
      assert.deepEqual(await keep(), quota)
      assert.equal(await claim([name]), true)
      await keepOne()
      assert.equal(await countOf(), 21)
    })

    it('allows sixty images a day', async () => {
      await fill(59, { keptFor: 'voucher', ageMs: dayMs - 1 })
      await keepOne()
      assert.deepEqual(await keep(), quota)
      nowMs += 1
      await keepOne()
    })

    it('allows a hundred megabytes in total', async () => {
      const left = 100 * 1024 * 1024 - 13 * 8_000_000
      await fill(13, { bytes: 8_000_000, keptFor: 'voucher', ageMs: 9 * dayMs })
      assert.ok(left > 0)
      await fill(1, { bytes: left, keptFor: 'voucher', ageMs: 9 * dayMs })
      assert.deepEqual(await keep(), quota)
      assert.equal(await countOf(), 14)
      // Images of another owner do not count.
      await keepOne((await insertUser(database)).id)
    })

    it('holds when several processes upload at once', async () => {
      await fill(15)
      const processes = Array.from({ length: 6 }, open)
      const kept = await Promise.all(
        processes.flatMap((one) => {
          const send = () => one.store({ ownerId, bytes: image, claimedType: '' })
          return [send(), send()]
        }),
      )
      const count = (kind: StoreResult['kind']) => kept.filter((one) => one.kind === kind).length
      assert.deepEqual([count('kept'), count('refused')], [5, 7])
      assert.ok(kept.every((one) => one.kind === 'kept' || one.reason === 'image_quota'))
      assert.equal(await countOf(), 20)
    })
  })

  describe('load limits', () => {
    const busy = { kind: 'refused', reason: 'busy' } as const

    it('refuse a third concurrent upload by one owner', async () => {
      // The images are large, so that the first is still being decoded when the third passes the quota check.
      const large = await photo({ width: 3600, height: 2400 })
      const kept = await Promise.all([keep(large), keep(large), keep(large)])
      assert.deepEqual(
        kept.filter((one) => one.kind === 'refused'),
        [busy],
      )
      await keepOne()
    })

    it('refuse an owner who keeps trying, and no other', async () => {
      for (let tries = 0; tries < 20; tries += 1) assert.notDeepEqual(await keep(Buffer.from('GIF89a')), busy)
      assert.deepEqual(await keep(), busy)
      await keepOne((await insertUser(database)).id)
      nowMs += 5000
      await keepOne()
    })
  })

  it('allows each owner twenty reads at once, then two a second', async () => {
    const name = await keepOne()
    const read = async (owner = ownerId) => await uploads.read({ name, ownerId: owner })
    for (let times = 0; times < 20; times += 1) assert.equal((await read()).kind, 'found')
    const tooMany = { kind: 'too_many_requests', retryAfterSeconds: 1 }
    assert.deepEqual(await read(), tooMany)
    assert.deepEqual(await read((await insertUser(database)).id), { kind: 'unknown' })
    nowMs += 1000
    assert.deepEqual([(await read()).kind, (await read()).kind], ['found', 'found'])
    assert.deepEqual(await read(), tooMany)
  })

  describe('claim', () => {
    it('claims all images, once', async () => {
      const names = [await keepOne(), await keepOne()]
      assert.equal(await claim(names), true)
      assert.equal(await claimed(), 2)
      assert.equal(await claim(names), false)
    })

    it('claims none if one is unknown, of another owner, already claimed or named twice', async () => {
      const [own, taken] = [await keepOne(), await keepOne()]
      const theirs = await keepOne((await insertUser(database)).id)
      assert.equal(await claim([taken]), true)
      for (const other of [theirs, taken, own, '0'.repeat(32), 'nothing', '\0', ''])
        assert.equal(await claim([own, other]), false)
      assert.equal(await claimed(), 1)
      assert.equal(await claim([own]), true)
    })

    it('rolls back with the transaction', async () => {
      const name = await keepOne()
      const undone = inTransaction(database.pool, async (client) => {
        assert.equal(await uploads.claim(client, { ownerId, names: [name], keptFor: 'voucher' }), true)
        throw new Error('changed our mind')
      })
      await assert.rejects(undone, /changed our mind/)
      assert.equal(await claim([name]), true)
    })

    it('succeeds for one of several simultaneous claims', async () => {
      const names = [await keepOne(), await keepOne()]
      const won = await Promise.all(
        Array.from({ length: 8 }, (_, index) => claim(index % 2 === 0 ? names : [...names].reverse())),
      )
      assert.equal(won.filter(Boolean).length, 1)
    })
  })

  describe('sweep', () => {
    beforeEach(async () => {
      await uploads.sweep()
    })

    it('deletes every image not claimed within a day', async () => {
      await fill(250, { ageMs: dayMs + 1 })
      await fill(3, { ageMs: dayMs + 1, keptFor: 'identity' })
      await fill(2, { ageMs: dayMs - 1 })
      assert.equal(await uploads.sweep(), 250)
      assert.equal(await countOf(), 5)
      assert.equal(await uploads.sweep(), 0)
    })

    it('skips an image that is being claimed', async () => {
      const name = await keepOne()
      nowMs += dayMs + 1
      await inTransaction(database.pool, async (client) => {
        assert.equal(await uploads.claim(client, { ownerId, names: [name], keptFor: 'identity' }), true)
        assert.equal(await uploads.sweep(), 0)
      })
      assert.equal(await countOf(), 1)
    })
  })

  it('cannot be changed by the application, nor deleted once claimed', async () => {
    const name = await keepOne()
    await claim([name])
    const refused = { code: '42501' }
    await assert.rejects(database.pool.query(`update uploads set bytes = 'x'`), refused)
    await assert.rejects(database.pool.query('update uploads set owner_id = 1'), refused)
    const give = 'update uploads set kept_for = null where name = $1'
    await assert.rejects(database.pool.query(give, [name]), refused)
    await assert.rejects(database.query('delete from uploads where name = $1', [name]), refused)
    assert.equal((await uploads.read({ name, ownerId })).kind, 'found')
  })
})
