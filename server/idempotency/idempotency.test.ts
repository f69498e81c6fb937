import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as turn } from 'node:timers/promises'
import { answered, type Outcome, refused } from '#contract/outcome.ts'
import { type AskedOnce, createRepeats, type Repeats } from '#server/idempotency/idempotency.ts'
import { createFakeTimers, type FakeTimers } from '#server/platform/fake-timers.ts'
import { createLog } from '#server/platform/log.ts'
import { createAppPool } from '#server/storage/connection-pool.ts'
import { urlAddress } from '#server/storage/database-connection.ts'
import type { Pool } from '#server/storage/storage.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'

const minute = 60_000
const day = 24 * 60 * minute
const asked: AskedOnce = { scope: 'user:7', key: 'key-00001', call: 'submit', fingerprint: 'a'.repeat(64) }
const otherInput = { ...asked, fingerprint: 'b'.repeat(64) }

/** Work that is counted, and ends when it is told to. */
function gatedWork(outcome: Outcome<unknown>) {
  const gate = Promise.withResolvers<Outcome<unknown>>()
  const begun = Promise.withResolvers<void>()
  const state = { count: 0, begun: begun.promise, open: () => gate.resolve(outcome), fail: gate.reject }
  const work = async () => {
    state.count += 1
    begun.resolve()
    return await gate.promise
  }
  return { state, work }
}

/** Work that is counted and done at once. */
function quickWork(outcome: Outcome<unknown>) {
  const { state, work } = gatedWork(outcome)
  state.open()
  return { state, work }
}

async function mustNotWork(): Promise<never> {
  assert.fail('the work was done again')
}

async function until(isSo: () => boolean): Promise<void> {
  for (let turns = 0; turns < 5000 && !isSo(); turns += 1) await turn(1)
  assert.ok(isSo(), 'it never came to be')
}

describe('repeats', () => {
  let database: TestDatabase
  let otherPool: Pool
  let timers: FakeTimers
  let logged: string[]
  let here: Repeats
  let there: Repeats

  before(async () => {
    database = await createTestDatabase()
    otherPool = createAppPool(urlAddress(database.url), createLog('silent'))
  })
  after(async () => {
    await otherPool.end()
    await database.drop()
  })
  beforeEach(async () => {
    await database.query('delete from repeats')
    timers = createFakeTimers(Date.UTC(2026, 5, 1))
    logged = []
    const log = createLog('warn', { write: (line) => logged.push(line) })
    here = createRepeats({ pool: database.pool, clock: timers.clock, timers, log })
    // As in another process: nothing but the database is shared.
    there = createRepeats({ pool: otherPool, clock: timers.clock, timers, log })
  })

  /** Lets the time go on for whoever waits, and only for them, until it is settled. */
  async function settled<Result>(result: Promise<Result>): Promise<Result> {
    let isSettled = false
    const settle = () => {
      isSettled = true
    }
    result.then(settle, settle)
    await until(() => {
      if (!isSettled && timers.pending().length > 0) timers.advance(100)
      return isSettled
    })
    return await result
  }

  it('get the first outcome, its message too, from any process and for a day', async () => {
    const first = answered({ Id: 7, nested: { z: 'a\0b', a: null } }, 'done.code_sent')
    const { state, work } = quickWork(first)
    assert.deepEqual(await here.once(asked, work), first)
    timers.advance(day - 1)
    for (const repeats of [here, there]) {
      const again = await repeats.once(asked, mustNotWork)
      assert.equal(JSON.stringify(again), JSON.stringify(first))
    }
    assert.equal(state.count, 1)
  })

  it('get the first refusal, with its field and figures', async () => {
    const first = refused('insufficient_margin', { field: 'cont', figures: { needed: '10.00' } })
    await here.once(asked, quickWork(first).work)
    assert.deepEqual(await there.once(asked, mustNotWork), first)
  })

  it('of fifty at once do the work once, and all hear the same', async () => {
    const { state, work } = gatedWork(answered({ Id: 7 }))
    const all = Array.from({ length: 50 }, async () => await here.once(asked, work))
    await state.begun
    state.open()
    assert.deepEqual(await Promise.all(all), Array(50).fill(answered({ Id: 7 })))
    assert.equal(state.count, 1)
    assert.deepEqual(timers.pending(), [])
  })

  it('of fifty in two processes do the work once, and all hear the same', async () => {
    const { state, work } = gatedWork(answered({ Id: 7 }))
    const all = Array.from({ length: 50 }, async (_, nth) => await (nth % 2 ? here : there).once(asked, work))
    await state.begun
    // 24 wait beside the one at work, 24 beside the one who asks the database again and again.
    await until(() => timers.pending().length === 49)
    state.open()
    assert.deepEqual(await settled(Promise.all(all)), Array(50).fill(answered({ Id: 7 })))
    assert.equal(state.count, 1)
  })

  it('are refused when they ask for something else, while the first is under way and afterwards', async () => {
    const { state, work } = gatedWork(answered(null))
    const first = here.once(asked, work)
    await state.begun
    const differing = [otherInput, { ...asked, call: 'close' }]
    const mismatch = refused('idempotency_mismatch')
    for (const one of differing)
      for (const repeats of [here, there]) assert.deepEqual(await repeats.once(one, mustNotWork), mismatch)
    state.open()
    await first
    for (const one of differing)
      for (const repeats of [here, there]) assert.deepEqual(await repeats.once(one, mustNotWork), mismatch)
    assert.deepEqual(await there.once(asked, mustNotWork), answered(null))
  })

  it('are none under another key, or from somebody else', async () => {
    await here.once(asked, quickWork(answered(1)).work)
    const others = [
      { ...asked, key: 'key-00002' },
      { ...asked, scope: 'user:8' },
    ]
    for (const one of others) {
      assert.deepEqual(await here.once(one, quickWork(answered(2)).work), answered(2))
    }
  })

  const passing: Readonly<Record<string, Outcome<unknown>>> = {
    'the input is wrong': refused('invalid_input', { field: 'cont' }),
    'the body is malformed': refused('malformed_body'),
    'a demo account may not': refused('demo_forbidden'),
    'the role may not': refused('role_forbidden'),
    'we are busy': refused('busy'),
    'nobody knows': refused('outcome_unknown'),
    'the session is over': { kind: 'session_invalid' },
    'there were too many': { kind: 'too_many_requests', retryAfterSeconds: 3 },
    'it was our fault': { kind: 'fault', id: 'f1' },
  }
  for (const [why, outcome] of Object.entries(passing)) {
    it(`are taken for the first when ${why}, with any input`, async () => {
      assert.deepEqual(await here.once(asked, quickWork(outcome).work), outcome)
      assert.deepEqual(await there.once(otherInput, quickWork(answered(1)).work), answered(1))
    })
  }

  it('are taken for the first after the work broke off, and whoever waited hears of that', async () => {
    const { state, work } = gatedWork(answered(null))
    const [first, second] = [here.once(asked, work), here.once(asked, work)]
    const both = Promise.all([assert.rejects(first, /broken/), assert.rejects(second, /broken/)])
    await state.begun
    state.fail(new Error('broken'))
    await both
    assert.equal(state.count, 1)
    assert.deepEqual(await there.once(asked, quickWork(answered(1)).work), answered(1))
  })

  it('of another process do the work when it broke off there', async () => {
    const { state, work } = gatedWork(answered(null))
    const first = assert.rejects(here.once(asked, work), /broken/)
    await state.begun
    const second = there.once(asked, quickWork(answered(1)).work)
    await until(() => timers.pending().length === 1)
    state.fail(new Error('broken'))
    await first
    assert.deepEqual(await settled(second), answered(1))
  })

  it('wait five seconds at most, here and in another process, while the first goes on', async () => {
    const { state, work } = gatedWork(answered({ Id: 7 }))
    const first = here.once(asked, work)
    await state.begun
    const waiting = [here.once(asked, mustNotWork), there.once(asked, mustNotWork)]
    const beganMs = timers.clock.now()
    const unknown = refused('outcome_unknown')
    assert.deepEqual(await settled(Promise.all(waiting)), [unknown, unknown])
    assert.equal(timers.clock.now() - beganMs, 5000)
    state.open()
    assert.deepEqual(await first, answered({ Id: 7 }))
    assert.deepEqual(await there.once(asked, mustNotWork), answered({ Id: 7 }))
  })

  it('do the work after a minute when the first never came back, and then theirs is what counts', async () => {
    const lost = gatedWork(answered('late'))
    const first = there.once(asked, lost.work)
    await lost.state.begun
    timers.advance(minute - 5001)
    assert.deepEqual(await settled(here.once(asked, mustNotWork)), refused('outcome_unknown'))
    timers.advance(1)
    assert.deepEqual(await here.once(asked, quickWork(answered('anew')).work), answered('anew'))
    lost.state.open()
    assert.deepEqual(await first, answered('late'))
    assert.match(logged.join(), /a call took so long that its key was free again/)
    assert.deepEqual(await there.once(asked, mustNotWork), answered('anew'))
  })

  const lateEnds = {
    ends: async (lost: ReturnType<typeof gatedWork>, first: Promise<unknown>) => {
      lost.state.open()
      await first
    },
    'breaks off': async (lost: ReturnType<typeof gatedWork>, first: Promise<unknown>) => {
      lost.state.fail(new Error('broken'))
      await assert.rejects(first, /broken/)
    },
  }
  for (const [how, endLate] of Object.entries(lateEnds)) {
    it(`keep the turn they took over when the first ${how} late`, async () => {
      const [lost, taken] = [gatedWork(answered('late')), gatedWork(answered('anew'))]
      const first = there.once(asked, lost.work)
      await lost.state.begun
      timers.advance(minute)
      const second = here.once(asked, taken.work)
      await taken.state.begun
      await endLate(lost, first)
      const third = there.once(asked, mustNotWork)
      await until(() => timers.pending().length === 1)
      taken.state.open()
      assert.deepEqual(await settled(Promise.all([second, third])), [answered('anew'), answered('anew')])
    })
  }

  it('are done anew after a day, with any input', async () => {
    await here.once(asked, quickWork(answered('old')).work)
    timers.advance(day)
    assert.deepEqual(await there.once(otherInput, quickWork(answered('new')).work), answered('new'))
    assert.deepEqual(await here.once(otherInput, mustNotWork), answered('new'))
  })

  it('do not keep the first from hearing an outcome that cannot be kept', async () => {
    const large = answered('x'.repeat(300_000))
    assert.deepEqual(await here.once(asked, quickWork(large).work), large)
    assert.match(logged.join(), /an outcome could not be kept for its repeats/)
    assert.doesNotMatch(logged.join(), /xxx/)
    assert.deepEqual(await settled(there.once(asked, mustNotWork)), refused('outcome_unknown'))
  })

  it('are forgotten by the sweep after a day, all that are older and no other', async () => {
    await database.query(
      `insert into repeats (scope, key, call, fingerprint, outcome, started_at)
       select 'user:1', 'key-' || n, 'submit', repeat('c', 64), case when n % 2 = 0 then '{}'::json end, $1
       from generate_series(1, 2500) as n`,
      [new Date(timers.clock.now() - day)],
    )
    timers.advance(1)
    await here.once(asked, quickWork(answered(1)).work)
    timers.advance(day - 1)
    await here.sweep()
    const left = await database.query<{ key: string }>('select key from repeats')
    assert.deepEqual(left.rows, [{ key: asked.key }])
    timers.advance(1)
    await here.sweep()
    assert.equal((await database.query('select 1 from repeats')).rowCount, 0)
  })
})
