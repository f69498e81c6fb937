// Measures what a failed commit costs the orders of everyone, on a server with 1,000,000 open positions: the connection
// of a commit is terminated, or no longer answers. The baseline is the same load with nothing wrong.
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { startBenchServer, untilReady } from '#bench/measuring/bench-server.ts'
import { holds, printTable } from '#bench/measuring/report.ts'
import { median, percentile } from '#bench/measuring/statistics.ts'
import { createOrderLoad, type OrderLoad } from '#bench/recovery/order-load.ts'
import { fillDatabase } from '#bench/start/fill-database.ts'
import { systemClock } from '#server/platform/clock.ts'
import { urlAddress } from '#server/storage/database-connection.ts'
import { pollUntil } from '#server/storage/wait.ts'
import { type CuttingProxy, startCuttingProxy } from '#test/crash/machines/cutting-proxy.ts'
import { socketOf, throughPort } from '#test/crash/machines/database-url.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { makeDataDir } from '#test/process/running-server.ts'

const rounds = 7
/** Number of open positions. The command line may give a smaller number. */
const positions = Number(process.argv[2] ?? 1_000_000)
const bounds = { terminatedMs: 300, unansweredMs: 3500 }
const settleMs = 1500
const commitText = 'commit_batch'

type Kind = 'nothing' | 'terminated' | 'unanswered'

const database = await createTestDatabase()
const proxy = await startCuttingProxy(socketOf(database.url))
const data = makeDataDir()
const url = throughPort(database.url, proxy.port)
const start = () => startBenchServer({ DATA_DIR: data.dir, DATABASE_URL: url })
let server = start()
try {
  await untilReady(server)
  await fillDatabase(urlAddress(database.url), positions)
  server.child.kill('SIGTERM')
  await server.ended
  server = start()
  await untilReady(server)
  const load = await createOrderLoad(server.address())
  await sleep(settleMs)
  report(await measure(load))
  await load.stop()
} finally {
  server.child.kill('SIGTERM')
  await server.ended
  await proxy.stop()
  await database.drop()
  data.remove()
}

/** The waits of all orders that were under way at each event, by kind of event. */
async function measure(load: OrderLoad): Promise<Readonly<Record<Kind, readonly number[]>>> {
  const waits: Record<Kind, number[]> = { nothing: [], terminated: [], unanswered: [] }
  for (let round = 0; round < rounds; round += 1) {
    for (const kind of ['nothing', 'terminated', 'unanswered'] as const) {
      const orders = load.underWay(await cause(kind, { database, proxy }))
      waits[kind].push(...(await orders))
      await sleep(settleMs)
    }
  }
  return waits
}

/** Returns when it happened. */
async function cause(
  kind: Kind,
  parts: { readonly database: TestDatabase; readonly proxy: CuttingProxy },
): Promise<number> {
  if (kind === 'terminated') await terminate(parts.database.url)
  // The statement is never forwarded, so that the connection stays silent until the server gives it up.
  if (kind === 'unanswered') await parts.proxy.holdNext(commitText).reached
  return performance.now()
}

/** Terminates the session that commits at this moment. */
async function terminate(ownerUrl: string): Promise<void> {
  const owner = new Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    const killed = await pollUntil(systemClock, { timeoutMs: 10_000, everyMs: 1 }, async () => {
      const { rowCount } = await owner.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'openlot engine' and state = 'active'`,
      )
      return rowCount === 0 ? undefined : rowCount
    })
    if (killed === undefined) throw new Error('no commit was under way')
  } finally {
    await owner.end()
  }
}

function report(waits: Readonly<Record<Kind, readonly number[]>>): void {
  console.log(
    `\n${positions.toLocaleString('en')} positions, ${rounds} rounds; orders under way at the event`,
  )
  const table = printTable('event', 'orders', 'median', 'p99', 'longest')
  const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`
  for (const [kind, all] of Object.entries(waits))
    table.row(kind, all.length, ms(median(all)), ms(percentile(all, 0.99)), ms(Math.max(...all)))
  console.log()
  const cost = median(waits.terminated) - median(waits.nothing)
  holds(
    cost < bounds.terminatedMs,
    `a terminated session costs less than ${bounds.terminatedMs} ms at the median`,
  )
  const longest = Math.max(...waits.unanswered)
  holds(longest < bounds.unansweredMs, `an unanswered commit costs no order ${bounds.unansweredMs} ms`)
}
