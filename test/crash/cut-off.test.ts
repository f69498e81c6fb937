import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCrashes } from '#test/crash/crash-run.ts'
import type { CrashKind } from '#test/crash/machines/machine.ts'
import { openSharedMachine } from '#test/crash/machines/shared-machine.ts'
import { createTally, requireAllCovered } from '#test/crash/tally.ts'

/** A stall takes five seconds, so a run has only one. */
const times = (kind: CrashKind) => (kind === 'stalled' ? 1 : 2)

test('loses and repeats nothing when commits are cut or a server takes over under load', async (t) => {
  const tally = createTally()
  await runCrashes({ open: openSharedMachine, seed: 1, times, tally, print: (line) => t.diagnostic(line) })
  const { server, database, both, ...cut } = tally.crashes
  assert.deepEqual([server, database, both], [0, 0, 0])
  for (const [kind, count] of Object.entries(cut)) assert.equal(count, kind === 'stalled' ? 1 : 2, kind)
  t.diagnostic(JSON.stringify(tally))
  requireAllCovered(tally)
})
