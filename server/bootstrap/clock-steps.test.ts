// The system clock is set while the simulation runs, or between two runs.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { dayMs } from '#core/candle/period.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { fc } from '#test/fast-check.ts'
import { assertGoesOn, startRun as startAnyRun } from '#test/market-data/clocked-run.ts'

const noon = Date.UTC(2026, 10, 4, 12)
const hourMs = 3_600_000
let database: TestDatabase

before(async () => {
  database = await createTestDatabase()
})

after(() => database.drop())

const startRun = (systemMs: number) => startAnyRun(database, systemMs, { feedSeed: 'steps' })

const steps: readonly (readonly [name: string, steps: readonly number[]])[] = [
  ['back by an hour', [-hourMs]],
  ['ahead by an hour', [hourMs]],
  ['back by 10 s', [-10_000]],
  ['ahead by 10 s', [10_000]],
  ['back by 30 days', [-30 * dayMs]],
  ['ahead by 30 days, beyond the known trading hours', [30 * dayMs]],
  ['ahead by an hour and back again', [hourMs, -hourMs]],
  ['back and ahead many times', [-hourMs, hourMs, -10_000, 2 * hourMs, -3 * hourMs, 61_000, -61_000]],
]

describe('prices go on within five seconds after the system clock was set', () => {
  for (const [name, given] of steps)
    test(name, async () => {
      await database.query('truncate last_quotes')
      const run = await startRun(noon)
      run.pass(3000)
      for (const stepMs of given) {
        run.step(stepMs)
        assertGoesOn(run)
      }
      await run.stop()
    })

  test('by any steps', async () => {
    const step = fc.integer({ min: -5 * hourMs, max: 5 * hourMs })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (given) => {
        await database.query('truncate last_quotes')
        const run = await startRun(noon)
        run.pass(1000)
        for (const stepMs of given) {
          run.step(stepMs)
          assertGoesOn(run)
        }
        await run.stop()
      }),
      { numRuns: 5 },
    )
  })
})

describe('a server whose system clock was set back since its last run', () => {
  for (const backMs of [5000, 50_000, hourMs, dayMs - 10_000])
    test(`continues from the time of that run, ${backMs} ms ahead`, async () => {
      await database.query('truncate last_quotes')
      const first = await startRun(noon)
      first.pass(20_000)
      const lastMs = first.newestMs()
      await first.stop()

      const second = await startRun(noon + 21_000 - backMs)
      assert.ok(second.clock.now() >= lastMs)
      assert.match(second.lines.join('\n'), /set back since the last run/)
      assertGoesOn(second)
      assert.ok(Math.min(...second.quoteTimes().map(([firstMs]) => firstMs ?? 0)) > lastMs - 10_000)
      await second.stop()
    })

  test('by more than a day does not start', async () => {
    await database.query('truncate last_quotes')
    const first = await startRun(noon)
    first.pass(20_000)
    await first.stop()
    await assert.rejects(startRun(noon - 2 * dayMs), /more than a day after the system clock/)
  })

  test('continues from the time of the last journal batch if that is newer than any quote', async () => {
    await database.query('truncate last_quotes')
    await database.query(
      `insert into journal (shard_group, seq, epoch, at, packed, hash)
       values (0, 1, 1, $1, '', decode(repeat('00', 32), 'hex'))`,
      [new Date(noon + hourMs)],
    )
    const run = await startRun(noon)
    assert.equal(run.clock.now(), noon + hourMs)
    await run.stop()
  })
})
