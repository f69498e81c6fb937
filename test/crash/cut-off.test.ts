import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCrashes } from '#test/crash/crash-run.ts'
import type { CrashKind } from '#test/crash/machines/machine.ts'
import { openSharedMachine } from '#test/crash/machines/shared-machine.ts'
import { createTally, requireAllTried } from '#test/crash/tally.ts'

/** A stall is waited out, which takes five seconds each time. */
const times = (kind: CrashKind) => (kind === 'stalled' ? 1 : 2)

test('cutting commits off or taking over under load loses nothing and does nothing twice', async (t) => {
  const tally = createTally()
  await runCrashes({ open: openSharedMachine, seed: 1, times, tally, say: (line) => t.diagnostic(line) })
  const { server, database, both, ...cut } = tally.crashes
  assert.deepEqual([server, database, both], [0, 0, 0])
  for (const [kind, count] of Object.entries(cut)) assert.equal(count, kind === 'stalled' ? 1 : 2, kind)
  t.diagnostic(JSON.stringify(tally))
  requireAllTried(tally)
})
