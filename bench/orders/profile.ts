// Where the time of our server goes on the way of an order: `node bench/orders/profile.ts`.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { printTable } from '#bench/measuring/print-table.ts'
import { measure } from '#bench/orders/measure.ts'
import { type Profile, stageMicros } from '#bench/orders/profile-stages.ts'
import { openStage } from '#bench/orders/stage.ts'

const connections = 256
const rampMs = 500
const warmUpMs = 15_000
const ms = 10_000

const directory = mkdtempSync(join(tmpdir(), 'openlot-profile-'))
const stage = await openStage()
try {
  const server = await stage.startOurs({
    NODE_OPTIONS: `--cpu-prof --cpu-prof-interval=500 --cpu-prof-dir=${directory}`,
  })
  await measure(stage, server, { connections, rampMs, ms: warmUpMs })
  const fromMicros = nowMicros()
  const { done, perSecond } = await measure(stage, server, { connections, rampMs, ms })
  const toMicros = nowMicros()
  // It is written when the process ends.
  await server.stop()
  console.log(`\n${Math.round(perSecond)} orders a second under the profiler`)
  show(stageMicros(readProfile(), fromMicros, toMicros), done)
} finally {
  await stage.stop()
  rmSync(directory, { recursive: true, force: true })
}

/** Of the same clock as every other process of this machine. */
function nowMicros(): number {
  return Number(process.hrtime.bigint() / 1000n)
}

/** The main thread's is by far the largest. */
function readProfile(): Profile {
  const texts = readdirSync(directory).map((name) => readFileSync(join(directory, name), 'utf8'))
  const [largest = '{}'] = texts.sort((one, other) => other.length - one.length)
  return JSON.parse(largest) as Profile
}

function show(micros: ReadonlyMap<string, number>, orders: number): void {
  const busy = [...micros].filter(([stage]) => stage !== 'waiting for work')
  const total = busy.reduce((sum, [, each]) => sum + each, 0)
  const table = printTable('stage', 'share of the busy time', 'µs an order')
  for (const [stage, each] of busy.sort(([, one], [, other]) => other - one))
    table.row(stage, `${((each / total) * 100).toFixed(1)} %`, (each / orders).toFixed(1))
  table.row('**busy**', '100 %', (total / orders).toFixed(1))
  table.row('waiting for work', '', ((micros.get('waiting for work') ?? 0) / orders).toFixed(1))
}
