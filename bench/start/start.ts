// Measures a server with 1,000,000 open positions: the time from kill -9 until it is ready, and its memory.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { startBenchServer, untilReady } from '#bench/measuring/bench-server.ts'
import { memoryOf } from '#bench/measuring/process-usage.ts'
import { holds, printTable } from '#bench/measuring/report.ts'
import { medianOfEach } from '#bench/measuring/statistics.ts'
import type { BaselineLoad } from '#bench/start/baseline-load.ts'
import { fillDatabase } from '#bench/start/fill-database.ts'
import { submit } from '#contract/calls/trading.ts'
import { systemClock } from '#server/platform/clock.ts'
import { runningServerLogins } from '#server/storage/embedded/running-postgres.ts'
import { createCallClient, logInDemo } from '#test/crash/load/call-client.ts'
import { makeDataDir } from '#test/process/running-server.ts'

const rounds = 3
/** Number of open positions. The command line may give a smaller number. */
const positions = Number(process.argv[2] ?? 1_000_000)
const bounds = { readySeconds: 15, residentBytes: 1.2e9 }
const order = { type: '1', forex_id: '101', status: '1', cont: '0.10', multiple: '100' }

type Start = {
  readonly killToReady: number
  readonly spawnToReady: number
  readonly residentBytes: number
  readonly peakBytes: number
  readonly tradedMs: number
}

const data = makeDataDir()
const client = createCallClient()
const start = () => startBenchServer({ DATA_DIR: data.dir, LOG_LEVEL: 'warn' })
let server = start()
try {
  await untilReady(server)
  await fillDatabase((await runningServerLogins(data.dir, systemClock)).owner, positions)
  const starts: Start[] = []
  const loads: BaselineLoad[] = []
  for (let round = 0; round < rounds; round += 1) {
    starts.push(await killAndStart(round))
    loads.push(await measureBaseline())
  }
  report(medianOfEach(starts), medianOfEach(loads))
} finally {
  client.close()
  server.child.kill('SIGTERM')
  await server.ended
  data.remove()
}

/** Kills the server, but not PostgreSQL, and starts it again. Then places an order. */
async function killAndStart(round: number): Promise<Start> {
  const killedMs = performance.now()
  server.child.kill('SIGKILL')
  await server.ended
  const spawnedMs = performance.now()
  server = start()
  await untilReady(server)
  const readyMs = performance.now()
  const tradedMs = await trade(round)
  return {
    killToReady: (readyMs - killedMs) / 1000,
    spawnToReady: (readyMs - spawnedMs) / 1000,
    ...memoryOf(server.child.pid ?? 0),
    tradedMs,
  }
}

async function trade(round: number): Promise<number> {
  const { token } = await logInDemo(client, server.address(), round.toString(16).padStart(32, 'b'))
  const fromMs = performance.now()
  const answer = await client.call(server.address(), {
    path: submit.path,
    input: order,
    token,
    key: `after-the-start-${round}`,
  })
  if (answer?.code !== 1) throw new Error(`the order failed: ${JSON.stringify(answer)}`)
  return performance.now() - fromMs
}

async function measureBaseline(): Promise<BaselineLoad> {
  const child = fork(fileURLToPath(import.meta.resolve('#bench/start/baseline-load.ts')), [data.dir])
  const lost = once(child, 'exit').then(() => Promise.reject(new Error('the process ended without a result')))
  const [answer] = await Promise.race([once(child, 'message'), lost])
  await lost.catch(() => undefined)
  return answer as BaselineLoad
}

function report(now: Start, before: BaselineLoad): void {
  const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
  console.log(`\n${before.orders.toLocaleString('en')} active orders, medians of ${rounds} rounds`)
  const table = printTable('what', 'seconds', 'resident', 'peak')
  table.row(
    'server, from kill -9 to ready',
    now.killToReady.toFixed(1),
    megabytes(now.residentBytes),
    megabytes(now.peakBytes),
  )
  table.row('server, from its start to ready', now.spawnToReady.toFixed(1), '', '')
  table.row(
    'baseline: only loading',
    before.seconds.toFixed(1),
    megabytes(before.residentBytes),
    megabytes(before.peakBytes),
  )
  console.log(`\nthe first order after the start took ${now.tradedMs.toFixed(0)} ms`)
  holds(
    now.killToReady <= bounds.readySeconds,
    `ready after ${now.killToReady.toFixed(1)} s, at most ${bounds.readySeconds} s`,
  )
  holds(
    now.residentBytes <= bounds.residentBytes,
    `${megabytes(now.residentBytes)} resident, at most 1,200 MB`,
  )
}
