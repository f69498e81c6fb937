import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as turn } from 'node:timers/promises'
import { answered, type Outcome, refused } from '#contract/outcome.ts'
import { createIdempotency, type Idempotency, type IdempotentCall } from '#server/idempotency/idempotency.ts'
import { createFakeTimers, type FakeTimers } from '#server/platform/fake-timers.ts'
import { createLog } from '#server/platform/log.ts'
import { createAppPool } from '#server/storage/connection-pool.ts'
import type { Pool } from '#server/storage/storage.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'

const minute = 60_000
const day = 24 * 60 * minute
const call: IdempotentCall = {
  scope: 'user:7',
  key: 'key-00001',
  call: 'submit',
  fingerprint: 'a'.repeat(64),
}
const otherInput = { ...call, fingerprint: 'b'.repeat(64) }

/** Counts its runs and blocks until the test opens the gate. */
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

/** Counts its runs and returns at once. */
function quickWork(outcome: Outcome<unknown>) {
  const { state, work } = gatedWork(outcome)
  state.open()
  return { state, work }
}

async function mustNotWork(): Promise<never> {
  assert.fail('the work ran again')
}

async function until(isSo: () => boolean): Promise<void> {
  for (let turns = 0; turns < 5000 && !isSo(); turns += 1) await turn(1)
  assert.ok(isSo(), 'the condition never became true')
}

describe('idempotency keys', () => {
  let database: TestDatabase
  let otherPool: Pool
  let timers: FakeTimers
  let logged: string[]
  let here: Idempotency
  let there: Idempotency

  before(async () => {
    database = await createTestDatabase()
    otherPool = createAppPool(database.logins.app, createLog('silent'))
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
    here = createIdempotency({ pool: database.pool, clock: timers.clock, timers, log })
    // Stands for another process: only the database is shared.
    there = createIdempotency({ pool: otherPool, clock: timers.clock, timers, log })
  })

  /** Advances the fake time while a timer is pending, until the promise settles. */
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

  it('return the first outcome with its message, in any process, for a day', async () => {
    const first = answered({ Id: 7, nested: { z: 'a\0b', a: null } }, 'done.code_sent')
    const { state, work } = quickWork(first)
    assert.deepEqual(await here.runOnce(call, work), first)
    timers.advance(day - 1)
    for (const idempotency of [here, there]) {
      const again = await idempotency.runOnce(call, mustNotWork)
      assert.equal(JSON.stringify(again), JSON.stringify(first))
    }
    assert.equal(state.count, 1)
  })

  it('return the first refusal with its field and figures', async () => {
    const first = refused('insufficient_margin', { field: 'cont', figures: { needed: '10.00' } })
    await here.runOnce(call, quickWork(first).work)
    assert.deepEqual(await there.runOnce(call, mustNotWork), first)
  })

  it('run the work once for fifty concurrent calls, which all get the same outcome', async () => {
    const { state, work } = gatedWork(answered({ Id: 7 }))
    const all = Array.from({ length: 50 }, async () => await here.runOnce(call, work))
    await state.begun
    state.open()
    assert.deepEqual(await Promise.all(all), Array(50).fill(answered({ Id: 7 })))
    assert.equal(state.count, 1)
    assert.deepEqual(timers.pending(), [])
  })

  it('run the work once for fifty concurrent calls in two processes', async () => {
    const { state, work } = gatedWork(answered({ Id: 7 }))
    const all = Array.from(
      { length: 50 },
      async (_, nth) => await (nth % 2 ? here : there).runOnce(call, work),
    )
    await state.begun
    // 49 timers: in each process 24 calls wait for the first one, and one of the two first calls polls the database.
    await until(() => timers.pending().length === 49)
    state.open()
    assert.deepEqual(await settled(Promise.all(all)), Array(50).fill(answered({ Id: 7 })))
    assert.equal(state.count, 1)
  })

  it('refuse a different request under the same key, during and after the first', async () => {
    const { state, work } = gatedWork(answered(null))
    const first = here.runOnce(call, work)
    await state.begun
    const differing = [otherInput, { ...call, call: 'close' }]
    const mismatch = refused('idempotency_mismatch')
    for (const one of differing)
      for (const idempotency of [here, there])
        assert.deepEqual(await idempotency.runOnce(one, mustNotWork), mismatch)
    state.open()
    await first
    for (const one of differing)
      for (const idempotency of [here, there])
        assert.deepEqual(await idempotency.runOnce(one, mustNotWork), mismatch)
    assert.deepEqual(await there.runOnce(call, mustNotWork), answered(null))
  })

  it('keep keys and scopes apart', async () => {
    await here.runOnce(call, quickWork(answered(1)).work)
    const others = [
      { ...call, key: 'key-00002' },
      { ...call, scope: 'user:8' },
    ]
    for (const one of others) {
      assert.deepEqual(await here.runOnce(one, quickWork(answered(2)).work), answered(2))
    }
  })

  const retryable: Readonly<Record<string, Outcome<unknown>>> = {
    'invalid input': refused('invalid_input', { field: 'cont' }),
    'a malformed body': refused('malformed_body'),
    demo_forbidden: refused('demo_forbidden'),
    role_forbidden: refused('role_forbidden'),
    busy: refused('busy'),
    outcome_unknown: refused('outcome_unknown'),
    'an invalid session': { kind: 'session_invalid' },
    'too many requests': { kind: 'too_many_requests', retryAfterSeconds: 3 },
    'a fault': { kind: 'fault', id: 'f1' },
  }
  for (const [why, outcome] of Object.entries(retryable)) {
    it(`run the work again after ${why}, with any input`, async () => {
      assert.deepEqual(await here.runOnce(call, quickWork(outcome).work), outcome)
      assert.deepEqual(await there.runOnce(otherInput, quickWork(answered(1)).work), answered(1))
    })
  }

  it('run the work again after it threw, and pass the error to the waiting repeat', async () => {
    const { state, work } = gatedWork(answered(null))
    const [first, second] = [here.runOnce(call, work), here.runOnce(call, work)]
    const both = Promise.all([assert.rejects(first, /broken/), assert.rejects(second, /broken/)])
    await state.begun
    state.fail(new Error('broken'))
    await both
    assert.equal(state.count, 1)
    assert.deepEqual(await there.runOnce(call, quickWork(answered(1)).work), answered(1))
  })

  it('run the work here after it threw in the other process', async () => {
    const { state, work } = gatedWork(answered(null))
    const first = assert.rejects(here.runOnce(call, work), /broken/)
    await state.begun
    const second = there.runOnce(call, quickWork(answered(1)).work)
    await until(() => timers.pending().length === 1)
    state.fail(new Error('broken'))
    await first
    assert.deepEqual(await settled(second), answered(1))
  })

  it('answer outcome_unknown to repeats after five seconds while the first keeps running', async () => {
    const { state, work } = gatedWork(answered({ Id: 7 }))
    const first = here.runOnce(call, work)
    await state.begun
    const waiting = [here.runOnce(call, mustNotWork), there.runOnce(call, mustNotWork)]
    const beganMs = timers.clock.now()
    const unknown = refused('outcome_unknown')
    assert.deepEqual(await settled(Promise.all(waiting)), [unknown, unknown])
    assert.equal(timers.clock.now() - beganMs, 5000)
    state.open()
    assert.deepEqual(await first, answered({ Id: 7 }))
    assert.deepEqual(await there.runOnce(call, mustNotWork), answered({ Id: 7 }))
  })

  it('take over a key after a minute, and keep the outcome of the takeover', async () => {
    const lost = gatedWork(answered('late'))
    const first = there.runOnce(call, lost.work)
    await lost.state.begun
    timers.advance(minute - 5001)
    assert.deepEqual(await settled(here.runOnce(call, mustNotWork)), refused('outcome_unknown'))
    timers.advance(1)
    assert.deepEqual(await here.runOnce(call, quickWork(answered('second')).work), answered('second'))
    lost.state.open()
    assert.deepEqual(await first, answered('late'))
    assert.match(logged.join(), /the claim on the idempotency key expired before the call finished/)
    assert.deepEqual(await there.runOnce(call, mustNotWork), answered('second'))
  })

  const lateEnds = {
    ends: async (lost: ReturnType<typeof gatedWork>, first: Promise<unknown>) => {
      lost.state.open()
      await first
    },
    throws: async (lost: ReturnType<typeof gatedWork>, first: Promise<unknown>) => {
      lost.state.fail(new Error('broken'))
      await assert.rejects(first, /broken/)
    },
  }
  for (const [how, endLate] of Object.entries(lateEnds)) {
    it(`keep the takeover when the first ${how} late`, async () => {
      const [lost, taken] = [gatedWork(answered('late')), gatedWork(answered('second'))]
      const first = there.runOnce(call, lost.work)
      await lost.state.begun
      timers.advance(minute)
      const second = here.runOnce(call, taken.work)
      await taken.state.begun
      await endLate(lost, first)
      const third = there.runOnce(call, mustNotWork)
      await until(() => timers.pending().length === 1)
      taken.state.open()
      assert.deepEqual(await settled(Promise.all([second, third])), [answered('second'), answered('second')])
    })
  }

  it('run the work again after a day, with any input', async () => {
    await here.runOnce(call, quickWork(answered('old')).work)
    timers.advance(day)
    assert.deepEqual(await there.runOnce(otherInput, quickWork(answered('new')).work), answered('new'))
    assert.deepEqual(await here.runOnce(otherInput, mustNotWork), answered('new'))
  })

  it('return an outcome to the first caller even if it cannot be stored', async () => {
    const large = answered('x'.repeat(3_000_000))
    assert.deepEqual(await here.runOnce(call, quickWork(large).work), large)
    assert.match(logged.join(), /could not store an outcome under its idempotency key/)
    assert.doesNotMatch(logged.join(), /xxx/)
    assert.deepEqual(await settled(there.runOnce(call, mustNotWork)), refused('outcome_unknown'))
  })

  it('are swept once they are a day old, and not before', async () => {
    await database.query(
      `insert into repeats (scope, key, call, fingerprint, outcome, started_at)
       select 'user:1', 'key-' || n, 'submit', repeat('c', 64), case when n % 2 = 0 then '{}'::json end, $1
       from generate_series(1, 2500) as n`,
      [new Date(timers.clock.now() - day)],
    )
    timers.advance(1)
    await here.runOnce(call, quickWork(answered(1)).work)
    timers.advance(day - 1)
    await here.sweep()
    const left = await database.query<{ key: string }>('select key from repeats')
    assert.deepEqual(left.rows, [{ key: call.key }])
    timers.advance(1)
    await here.sweep()
    assert.equal((await database.query('select 1 from repeats')).rowCount, 0)
  })
})
