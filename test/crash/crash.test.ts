import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { runCrashes } from '#test/crash/crash-run.ts'
import type { CrashKind } from '#test/crash/machines/machine.ts'
import { openOwnMachine } from '#test/crash/machines/own-machine.ts'
import { openSharedMachine } from '#test/crash/machines/shared-machine.ts'
import { createTally } from '#test/crash/tally.ts'

const seed = 1
const times = 2

describe('under load nothing is lost, nothing done twice and nothing answered in two ways', () => {
  const cases = [
    ['when the server, its database or both are killed', openOwnMachine, ['server', 'database', 'both']],
    [
      'when commits are cut off, or another server takes over',
      openSharedMachine,
      ['cut_before', 'cut_during', 'cut_after', 'take_over'],
    ],
  ] as const satisfies readonly (readonly [string, unknown, readonly CrashKind[]])[]
  for (const [when, open, kinds] of cases) {
    test(when, async (t) => {
      const tally = createTally()
      await runCrashes({ open, seed, times, tally, say: (line) => t.diagnostic(line) })
      for (const kind of kinds) assert.equal(tally.crashes[kind], times, kind)
      assert.ok(tally.acknowledged > 0 && tally.triggered > 0, JSON.stringify(tally))
    })
  }
})
