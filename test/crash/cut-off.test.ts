import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCrashes } from '#test/crash/crash-run.ts'
import { openSharedMachine } from '#test/crash/machines/shared-machine.ts'
import { createTally, requireAllCovered } from '#test/crash/tally.ts'

/** A run has only one of each crash that takes seconds. */
const times = (kind: string) => (kind === 'late' || kind === 'stalled' ? 1 : 2)

test('loses and repeats nothing when commits are cut or a server takes over under load', async (t) => {
  const tally = createTally()
  await runCrashes({ open: openSharedMachine, seed: 1, times, tally, print: (line) => t.diagnostic(line) })
  const { server, database, both, ...cut } = tally.crashes
  assert.deepEqual([server, database, both], [0, 0, 0])
  for (const [kind, count] of Object.entries(cut)) assert.equal(count, times(kind), kind)
  t.diagnostic(JSON.stringify(tally))
  requireAllCovered(tally)
})
