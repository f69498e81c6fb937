import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { FollowerParts } from '#server/followers/followers.ts'
import { eventually } from '#test/eventually.ts'
import { createFollowedDay, type FollowedDay } from '#test/followers/followed-day.ts'
import { type FollowerProcess, startFollowerProcess } from '#test/followers/follower-process.ts'

describe('a follower', () => {
  let day: FollowedDay

  before(async () => {
    day = await createFollowedDay(3)
    await day.write(20)
    await day.database.query(
      'create table applied (seq bigint); grant insert, select on applied to openlot_app',
    )
  })
  beforeEach(async () => void (await day.database.query('truncate follower_positions, applied')))
  after(async () => await day.drop())

  /** Records the batches that have a change. */
  const record: FollowerParts['apply'] = async (changes, client) => {
    const seqs = [...new Set(changes.map(({ position }) => position.seq))]
    await client.query('insert into applied select unnest($1::bigint[])', [seqs])
  }
  function follow(more: Partial<Pick<FollowerParts, 'start' | 'apply'>> = {}): Promise<FollowerProcess> {
    const commands = new Set(['open_account', 'open_order', 'deposit', 'judge_tick'] as const)
    const { pool } = day.database
    return startFollowerProcess({
      pool,
      name: 'tested',
      start: 'beginning',
      commands,
      apply: record,
      ...more,
    })
  }

  async function applied(): Promise<readonly number[]> {
    const { rows } = await day.database.query<{ seq: string }>('select seq from applied order by seq')
    return rows.map(({ seq }) => Number(seq))
  }
  const stop = async ({ follower }: FollowerProcess) => await follower.stop()
  async function catchUp(followed: FollowerProcess): Promise<void> {
    await followed.pass(0)
    assert.equal(await followed.gauge('followerPosition'), day.written())
  }
  /** A follower whose transaction stays open until it is released. */
  async function followUntilApplying() {
    const held = Promise.withResolvers<void>()
    const applying = Promise.withResolvers<void>()
    const followed = await follow({
      async apply() {
        applying.resolve()
        await held.promise
      },
    })
    followed.time.advance(0)
    await applying.promise
    return { followed, release: held.resolve }
  }
  const delaysOf = ({ time }: FollowerProcess) => time.pending()

  test('from the beginning applies what is there, and a later one resumes after it', async () => {
    const first = await follow()
    await catchUp(first)
    const known = await applied()
    assert.equal(known.length, new Set(known).size)
    assert.ok(known.length > 5 && known.every((seq) => seq <= day.written()))
    await stop(first)
    await day.write(5)
    const second = await follow()
    await catchUp(second)
    const all = await applied()
    assert.deepEqual(all.slice(0, known.length), known)
    assert.ok(all.slice(known.length).every((seq) => seq > day.written() - 5))
    await stop(second)
  })

  test('from now applies only what comes later, however late it first runs', async () => {
    const followed = await follow({ start: 'now' })
    const from = day.written()
    await day.write(10)
    await catchUp(followed)
    const seqs = await applied()
    assert.ok(seqs.length > 0 && seqs.every((seq) => seq > from))
    await stop(followed)
    // A known follower keeps its position, whatever it says.
    const again = await follow({ start: 'beginning' })
    await catchUp(again)
    assert.deepEqual(await applied(), seqs)
    await stop(again)
  })

  test('is woken by a change within 100 ms, and polls every 5 s if that is lost', async () => {
    const followed = await follow()
    await catchUp(followed)
    assert.deepEqual(delaysOf(followed), [5000])
    await day.write(1)
    for (let times = 0; times < 50; times += 1) followed.wake()
    assert.deepEqual(delaysOf(followed), [100])
    await followed.pass(100)
    assert.equal(await followed.gauge('followerPosition'), day.written())
    await day.write(1)
    await followed.pass(5000)
    assert.equal(await followed.gauge('followerPosition'), day.written())
    await stop(followed)
  })

  for (const [restMs, delayMs] of [
    [0, 100],
    [60, 40],
    [100, 0],
    [3000, 0],
  ] as const)
    test(`woken ${restMs} ms after the start of its last read -> reads in ${delayMs} ms`, async () => {
      const followed = await follow()
      await catchUp(followed)
      followed.time.advance(restMs)
      followed.wake()
      assert.deepEqual(delaysOf(followed), [delayMs])
      await stop(followed)
    })

  test('notices a change that arrives while it works', async () => {
    const { followed, release } = await followUntilApplying()
    followed.wake()
    release()
    await eventually(() => followed.time.pending().length > 0)
    assert.deepEqual(delaysOf(followed), [100])
    await stop(followed)
  })

  test('that is idle reads once every 5 s and writes nothing', async () => {
    const followed = await follow()
    await catchUp(followed)
    const [reads, transactions] = followed.queries()
    for (let times = 0; times < 12; times += 1) await followed.pass(5000)
    assert.deepEqual(followed.queries(), [reads + 12, transactions])
    await stop(followed)
  })

  test('tries a batch again with growing waits, raises an alarm, and goes on when it can be applied', async () => {
    let isBroken = true
    const bad = 7
    const followed = await follow({
      async apply(changes, client) {
        if (isBroken && changes.some(({ position }) => position.seq >= bad)) throw new Error('broken')
        await record(changes, client)
      },
    })
    const delays: number[] = []
    while (delays.length < 9) {
      await followed.step()
      const [delayMs = 0] = delaysOf(followed)
      if (delayMs > 20) delays.push(delayMs)
    }
    // The first attempt reads many batches. From then on they are applied one by one, up to the bad one.
    assert.deepEqual(delays, [500, 500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000])
    const alarms = followed.lines.filter(({ level }) => level === 'error')
    assert.deepEqual(
      alarms.map(({ words, about }) => [words, about['follower'], about['afterSeq'], about['failures']]),
      [6, 7, 8].map((failures) => ['ALARM: a follower stands still', 'tested', bad - 1, failures]),
    )
    assert.ok((await applied()).every((seq) => seq < bad))
    assert.deepEqual(
      await Promise.all([
        followed.gauge('followerPosition'),
        followed.gauge('followerLag'),
        followed.gauge('followerFailures'),
      ]),
      [bad - 1, day.written() - bad + 1, 8],
    )
    followed.wake()
    assert.deepEqual(delaysOf(followed), [60_000])
    isBroken = false
    await followed.pass(60_000)
    assert.equal(followed.lines.at(-1)?.words, 'a follower continues')
    while (followed.time.pending()[0] !== 5000) await followed.pass(20)
    assert.deepEqual(
      [await followed.gauge('followerPosition'), await followed.gauge('followerLag')],
      [day.written(), 0],
    )
    const seqs = await applied()
    assert.equal(seqs.length, new Set(seqs).size)
    await stop(followed)
  })

  test('that another process overtook continues at the stored position', async () => {
    const first = await follow()
    await catchUp(first)
    await day.write(2)
    const second = await follow()
    await catchUp(second)
    await first.pass(5000)
    assert.deepEqual(delaysOf(first), [100])
    await first.pass(100)
    assert.equal(await first.gauge('followerPosition'), day.written())
    assert.deepEqual(first.lines, [])
    const seqs = await applied()
    assert.equal(seqs.length, new Set(seqs).size)
    await stop(first)
    await stop(second)
  })

  test('stops when its transaction ends, or after 5 s', async () => {
    const { followed, release } = await followUntilApplying()
    let isStopped = false
    const stopping = followed.follower.stop().then(() => {
      isStopped = true
    })
    assert.equal(followed.isSubscribed(), false)
    await new Promise(setImmediate)
    assert.deepEqual([isStopped, delaysOf(followed)], [false, [5000]])
    followed.time.advance(5000)
    await stopping
    release()
    await eventually(async () => {
      const { rows } = await day.database.query<{ seq: string }>('select seq from follower_positions')
      return Number(rows[0]?.seq) === day.written()
    })
    assert.deepEqual(delaysOf(followed), [])
  })
})
