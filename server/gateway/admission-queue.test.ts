import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { describe, test } from 'node:test'
import {
  type AdmissionLimits,
  admissionLimits,
  createAdmissionQueue,
} from '#server/gateway/admission-queue.ts'
import { createFakeTimers } from '#server/platform/fake-timers.ts'
import { fc } from '#test/fast-check.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

/** A queue on fake time. `log` has the number of each admitted call, and its negative if it was refused. */
function createHarness(limits: Partial<AdmissionLimits>) {
  const turns: (() => void)[] = []
  const fake = createFakeTimers()
  const timers = {
    ...fake,
    soon(run: () => void) {
      turns.push(run)
      return () => undefined
    },
  }
  const queue = createAdmissionQueue({
    timers,
    clock: timers.clock,
    limits: { ...admissionLimits, ...limits },
  })
  const log: number[] = []
  const waits: number[] = []
  let count = 0
  return {
    timers,
    log,
    /** How long each admitted call has waited. */
    waits,
    /** Enters one call. `finish` on the returned response frees its place, `close` breaks its connection. */
    enter(): EventEmitter {
      const number = ++count
      const response = new EventEmitter()
      void queue.enter(response).then((turn) => {
        log.push(turn === undefined ? -number : number)
        if (turn === undefined) return
        waits.push(turn.waitedMs)
        response.on('finish', turn.leave)
      })
      return response
    },
    async turn() {
      for (const run of turns.splice(0)) run()
      await settled()
    },
  }
}

describe('the admission queue', () => {
  test('tells how long a call has waited', async () => {
    const { enter, timers, waits } = createHarness({ maxRunning: 1 })
    const first = enter()
    enter()
    await settled()
    timers.advance(700)
    first.emit('finish')
    await settled()
    assert.deepEqual(waits, [0, 700])
  })

  test('admits a few calls in each turn of the event loop, in order', async () => {
    const { enter, turn, log } = createHarness({ maxPerTurn: 2 })
    for (let count = 0; count < 5; count += 1) enter()
    await settled()
    assert.deepEqual(log, [1, 2])
    await turn()
    assert.deepEqual(log, [1, 2, 3, 4])
    await turn()
    assert.deepEqual(log, [1, 2, 3, 4, 5])
  })

  test('admits no newcomer before a call that waits', async () => {
    const { enter, turn, log } = createHarness({ maxPerTurn: 1 })
    enter()
    enter()
    await turn()
    enter()
    await turn()
    assert.deepEqual(log, [1, 2, 3])
  })

  test('admits the next call when another has left, once for each, whatever its connection does', async () => {
    const { enter, turn, log } = createHarness({ maxRunning: 2 })
    const [first, second] = [enter(), enter()]
    for (let count = 0; count < 3; count += 1) enter()
    await turn()
    assert.deepEqual(log, [1, 2])
    first.emit('close')
    await settled()
    assert.deepEqual(log, [1, 2])
    first.emit('finish')
    first.emit('finish')
    await settled()
    assert.deepEqual(log, [1, 2, 3])
    second.emit('finish')
    await settled()
    assert.deepEqual(log, [1, 2, 3, 4])
  })

  test('drops a call whose connection breaks while it waits', async () => {
    const { enter, log } = createHarness({ maxRunning: 1 })
    const [first, second] = [enter(), enter()]
    enter()
    await settled()
    second.emit('close')
    first.emit('finish')
    await settled()
    assert.deepEqual(log, [1, -2, 3])
  })

  test('refuses a call at once if too many wait', async () => {
    const { enter, log } = createHarness({ maxRunning: 1, maxWaiting: 2 })
    for (let count = 0; count < 4; count += 1) enter()
    await settled()
    assert.deepEqual(
      log.sort((one, other) => one - other),
      [-4, 1],
    )
  })

  test('refuses a call that has waited too long, and no other', async () => {
    const { enter, timers, log } = createHarness({ maxRunning: 1, maxWaitMs: 100 })
    enter()
    enter()
    timers.advance(60)
    enter()
    timers.advance(39)
    await settled()
    assert.deepEqual(log, [1])
    timers.advance(1)
    await settled()
    assert.deepEqual(log, [1, -2])
    timers.advance(60)
    await settled()
    assert.deepEqual(log, [1, -2, -3])
    assert.deepEqual(timers.pending(), [])
  })

  test('decides every call once, and never has more running than allowed', async () => {
    const steps = fc.array(fc.constantFrom('enter', 'end', 'turn'), { maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 4 }), async (all, maxRunning) => {
        const { enter, turn, log, timers } = createHarness({ maxRunning, maxPerTurn: 2, maxWaiting: 5 })
        const responses = new Map<number, EventEmitter>()
        let ended = 0
        for (const step of all) {
          if (step === 'enter') responses.set(responses.size + 1, enter())
          if (step === 'turn') await turn()
          await settled()
          const admitted = log.filter((number) => number > 0)
          if (step === 'end' && ended < admitted.length) responses.get(admitted[ended++] ?? 0)?.emit('finish')
          await settled()
          assert.ok(log.filter((number) => number > 0).length - ended <= maxRunning)
        }
        timers.advance(admissionLimits.maxWaitMs * 2)
        await settled()
        assert.deepEqual(
          log.map(Math.abs).sort((one, other) => one - other),
          [...responses.keys()],
        )
      }),
      { numRuns: 30 },
    )
  })
})
