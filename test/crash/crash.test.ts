import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCrashes } from '#test/crash/crash-run.ts'
import { openEmbeddedMachine } from '#test/crash/machines/embedded-machine.ts'
import { createTally, requireAllCovered } from '#test/crash/tally.ts'

test('loses and repeats nothing when the server, its database or both are killed under load', async (t) => {
  const tally = createTally()
  await runCrashes({
    open: openEmbeddedMachine,
    seed: 1,
    times: () => 2,
    tally,
    print: (line) => t.diagnostic(line),
  })
  const { server, database, both } = tally.crashes
  assert.deepEqual([server, database, both], [2, 2, 2])
  t.diagnostic(JSON.stringify(tally))
  requireAllCovered(tally)
})
