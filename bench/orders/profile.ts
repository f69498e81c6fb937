// Measures the CPU time of our server for one order, by processing stage: `node bench/orders/profile.ts`.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { printTable } from '#bench/measuring/report.ts'
import { createHarness } from '#bench/orders/harness.ts'
import { measure } from '#bench/orders/measure.ts'
import { microsByStage, type Profile } from '#bench/orders/profile-stages.ts'

const connections = 256
const rampMs = 500
const warmUpMs = 15_000
const ms = 10_000

const directory = mkdtempSync(join(tmpdir(), 'openlot-profile-'))
const harness = await createHarness()
try {
  const server = await harness.startOurs({
    NODE_OPTIONS: `--cpu-prof --cpu-prof-interval=500 --cpu-prof-dir=${directory}`,
  })
  await measure(harness, server, { connections, rampMs, ms: warmUpMs })
  const fromMicros = nowMicros()
  const { done, perSecond } = await measure(harness, server, { connections, rampMs, ms })
  const toMicros = nowMicros()
  // Node writes the profile when the process ends.
  await server.stop()
  console.log(`\n${Math.round(perSecond)} orders per second under the profiler`)
  show(microsByStage(readProfile(), fromMicros, toMicros), done)
} finally {
  await harness.stop()
  rmSync(directory, { recursive: true, force: true })
}

/** Time of the monotonic clock, which all processes of the machine share. */
function nowMicros(): number {
  return Number(process.hrtime.bigint() / 1000n)
}

/** Node writes one file per thread. The largest is that of the main thread. */
function readProfile(): Profile {
  const texts = readdirSync(directory).map((name) => readFileSync(join(directory, name), 'utf8'))
  const [largest = '{}'] = texts.sort((one, other) => other.length - one.length)
  return JSON.parse(largest) as Profile
}

function show(micros: ReadonlyMap<string, number>, orders: number): void {
  const busy = [...micros].filter(([stage]) => stage !== 'idle')
  const total = busy.reduce((sum, [, each]) => sum + each, 0)
  const table = printTable('stage', 'share of the busy time', 'µs per order')
  for (const [stage, each] of busy.sort(([, one], [, other]) => other - one))
    table.row(stage, `${((each / total) * 100).toFixed(1)} %`, (each / orders).toFixed(1))
  table.row('**busy**', '100 %', (total / orders).toFixed(1))
  table.row('idle', '', ((micros.get('idle') ?? 0) / orders).toFixed(1))
}
