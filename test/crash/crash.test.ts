import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCrashes } from '#test/crash/crash-run.ts'
import { openOwnMachine } from '#test/crash/machines/embedded-machine.ts'
import { createTally, requireAllTried } from '#test/crash/tally.ts'

test('killing the server, its database or both under load loses nothing and does nothing twice', async (t) => {
  const tally = createTally()
  await runCrashes({
    open: openOwnMachine,
    seed: 1,
    times: () => 2,
    tally,
    say: (line) => t.diagnostic(line),
  })
  const { server, database, both } = tally.crashes
  assert.deepEqual([server, database, both], [2, 2, 2])
  t.diagnostic(JSON.stringify(tally))
  requireAllTried(tally)
})
