// Measures whether trading and lists become slower as tables grow, next to a server with empty tables on the same
// machine. `node bench/large-tables/large-tables.ts 50000000 orders` fills one table with 50 million rows; without
// arguments all three get a million.
import { Client } from 'pg'
import { fillTable, largeTables, sizeOf } from '#bench/large-tables/fill-tables.ts'
import { type Figure, trade, type Waits } from '#bench/large-tables/traders.ts'
import { startBenchServer, untilReady } from '#bench/measuring/bench-server.ts'
import { interleaved } from '#bench/measuring/interleaved.ts'
import { holds, printTable } from '#bench/measuring/report.ts'
import { median, percentile } from '#bench/measuring/statistics.ts'
import { readJournal } from '#server/verify/journal-store.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { makeDataDir, type RunningServer } from '#test/process/running-server.ts'

const rows = Number(process.argv[2] ?? 1_000_000)
const tables = largeTables.filter((table) => process.argv.length < 4 || process.argv.includes(table))
const figures = ['place', 'close', 'history', 'log'] as const satisfies readonly Figure[]
const rounds = 8
const timesPerRound = 12
const templateTimes = 10
const journalReads = 20
/** How much slower the median of a figure may be than with empty tables. */
const maxRatio = 1.5

type Side = {
  readonly database: TestDatabase
  readonly data: ReturnType<typeof makeDataDir>
  server: RunningServer
  startMs: number
}

const sides = { empty: await open(), large: await open() }
try {
  for (const side of Object.values(sides)) await trade(side.server.address(), templateTimes)
  await stop(sides.large)
  await fill(sides.large.database)
  await stop(sides.empty)
  for (const side of Object.values(sides)) await start(side)
  for (const side of Object.values(sides)) await trade(side.server.address(), templateTimes)
  const waits = await interleaved(rounds, {
    empty: () => trade(sides.empty.server.address(), timesPerRound),
    large: () => trade(sides.large.server.address(), timesPerRound),
  })
  report(waits)
  if (tables.includes('journal')) await reportJournal(sides.large.database)
} finally {
  for (const side of Object.values(sides)) {
    await stop(side)
    await side.database.drop()
    side.data.remove()
  }
}

async function open(): Promise<Side> {
  const side = { database: await createTestDatabase(), data: makeDataDir() }
  const started = { ...side, server: launch(side), startMs: 0 }
  await untilReady(started.server)
  return started
}

function launch({ database, data }: Pick<Side, 'database' | 'data'>): RunningServer {
  return startBenchServer({ DATA_DIR: data.dir, DATABASE_URL: database.url })
}

async function start(side: Side): Promise<void> {
  const fromMs = performance.now()
  side.server = launch(side)
  await untilReady(side.server)
  side.startMs = performance.now() - fromMs
}

async function stop({ server }: Side): Promise<void> {
  server.child.kill('SIGTERM')
  await server.ended
}

async function fill({ url }: TestDatabase): Promise<void> {
  const owner = new Client({ connectionString: url })
  await owner.connect()
  try {
    const { rows: found } = await owner.query<{ readonly id: string }>(
      'select user_id as id from trading_accounts',
    )
    const users = found.map(({ id }) => Number(id))
    const table = printTable('table', 'rows', 'GiB', 'GiB of indexes', 'seconds to fill')
    for (const name of tables) {
      const fromMs = performance.now()
      await fillTable(owner, name, { rows, users })
      const size = await sizeOf(owner, name)
      const seconds = Math.round((performance.now() - fromMs) / 1000)
      table.row(
        name,
        size.rows.toLocaleString('en'),
        size.tableGb.toFixed(1),
        size.indexGb.toFixed(1),
        seconds,
      )
    }
    await owner.query('checkpoint')
  } finally {
    await owner.end()
  }
}

function report(waits: Readonly<Record<'empty' | 'large', readonly Waits[]>>): void {
  console.log(`\n${tables.join(', ')} with ${rows.toLocaleString('en')} rows each, next to empty tables`)
  const table = printTable('milliseconds', 'empty, median', 'empty, p99', 'large, median', 'large, p99')
  const ratios: [Figure, number][] = []
  for (const figure of figures) {
    const [empty, large] = [waits.empty, waits.large].map((all) => all.flatMap((round) => round[figure])) as [
      number[],
      number[],
    ]
    const cells = [empty, large].flatMap((all) => [median(all), percentile(all, 0.99)])
    table.row(figure, ...cells.map((ms) => ms.toFixed(1)))
    ratios.push([figure, median(large) / median(empty)])
  }
  table.row('start', ...[sides.empty, sides.large].flatMap(({ startMs }) => [startMs.toFixed(0), '']))
  console.log()
  for (const [figure, ratio] of ratios)
    holds(
      ratio <= maxRatio,
      `${figure}: ${ratio.toFixed(2)} of the median with empty tables, at most ${maxRatio}`,
    )
}

/** Reads batches from places spread over the whole journal, as a check from a checkpoint does. */
async function reportJournal({ pool }: TestDatabase): Promise<void> {
  const client = await pool.connect()
  try {
    const waits: number[] = []
    for (let read = 0; read < journalReads; read += 1) {
      const after = Math.floor((rows * read) / journalReads)
      const fromMs = performance.now()
      const found = await readJournal(client, after, rows)
      if (found.length === 0) throw new Error(`no batches after ${after}`)
      waits.push((performance.now() - fromMs) / found.length)
    }
    console.log(`\nreading the journal: ${(median(waits) * 1000).toFixed(0)} µs per batch, from any place`)
  } finally {
    client.release()
  }
}
