import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createSteadyClock } from '#server/platform/clock.ts'
import { fc } from '#test/fast-check.ts'

const noon = Date.UTC(2026, 10, 4, 12)
const hourMs = 3_600_000

function createClocks() {
  const machine = { wallMs: noon, elapsedMs: 5.25 }
  const system = { now: () => Math.floor(machine.wallMs), elapsed: () => machine.elapsedMs }
  const clock = createSteadyClock(system)
  return {
    clock,
    system,
    pass(ms: number) {
      machine.wallMs += ms
      machine.elapsedMs += ms
    },
    /** Sets the system clock, as an administrator or a time service does. */
    step(ms: number) {
      machine.wallMs += ms
    },
  }
}

describe('the steady clock', () => {
  test('shows the system time', () => {
    const { clock, system, pass } = createClocks()
    for (const ms of [1, 999, 0.4, hourMs]) {
      pass(ms)
      assert.equal(clock.now(), system.now())
      assert.equal(clock.elapsed(), system.elapsed())
      assert.equal(clock.aheadMs(), 0)
    }
  })

  test('jumps with a system clock that is set ahead', () => {
    const { clock, pass, step } = createClocks()
    step(hourMs)
    assert.equal(clock.now(), noon + hourMs)
    pass(1000)
    assert.equal(clock.now(), noon + hourMs + 1000)
  })

  for (const backMs of [1, 10_000, hourMs, 30 * 24 * hourMs])
    test(`continues slower when the system clock is set back by ${backMs} ms, until both agree`, () => {
      const { clock, system, pass, step } = createClocks()
      step(-backMs)
      assert.equal(clock.now(), noon)
      assert.equal(clock.aheadMs(), backMs)
      pass(backMs / 2)
      assert.ok(Math.abs(clock.now() - (noon + backMs * 0.45)) <= 1)
      pass(backMs * 9.4)
      assert.ok(clock.aheadMs() > 0 || backMs === 1)
      pass(backMs * 0.2)
      assert.equal(clock.now(), system.now())
      assert.equal(clock.aheadMs(), 0)
    })

  test('never stops when the system clock is set back again and again', () => {
    const { clock, pass, step } = createClocks()
    for (let times = 0; times < 100; times++) {
      const before = clock.now()
      step(-1000)
      pass(1000)
      assert.ok(clock.now() - before >= 899)
    }
  })

  test('is moved forward to a given time, never back', () => {
    const { clock, pass } = createClocks()
    clock.advanceTo(noon - hourMs)
    assert.equal(clock.now(), noon)
    clock.advanceTo(noon + 10_000)
    assert.equal(clock.now(), noon + 10_000)
    pass(1000)
    assert.equal(clock.now(), noon + 10_900)
    clock.advanceTo(noon + 5000)
    assert.equal(clock.now(), noon + 10_900)
  })
})

const event = fc.record({
  stepMs: fc.oneof(fc.constant(0), fc.integer({ min: -30 * hourMs, max: 30 * hourMs })),
  passMs: fc.double({ min: 0, max: hourMs, noNaN: true }),
})

test('never decreases, keeps at least nine tenths of the pace, and converges to the system clock, after any steps', () => {
  fc.assert(
    fc.property(fc.array(event, { minLength: 1, maxLength: 40 }), (events) => {
      const { clock, system, pass, step } = createClocks()
      let before = clock.now()
      for (const { stepMs, passMs } of events) {
        step(stepMs)
        pass(passMs)
        const now = clock.now()
        assert.ok(Number.isSafeInteger(now))
        assert.ok(now >= before + Math.floor(passMs * 0.9) - 1, `${before} to ${now} in ${passMs}`)
        assert.ok(now >= system.now())
        before = now
      }
      pass(clock.aheadMs() * 10 + 20)
      assert.equal(clock.now(), system.now())
    }),
  )
})
