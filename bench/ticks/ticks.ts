// Measures the cost of a quote with 10,000 to 1,000,000 open positions. The baseline evaluates every account that has
// orders in the market. A second part compares quotes with and without standing price alerts.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { interleaved } from '#bench/measuring/interleaved.ts'
import { holds, printTable } from '#bench/measuring/report.ts'
import { median } from '#bench/measuring/statistics.ts'
import { runAgainstOracle } from '#bench/ticks/against-oracle.ts'
import type { MeasuredAlerts } from '#bench/ticks/measure-alerts.ts'
import type { MeasuredPath } from '#bench/ticks/measure-path.ts'
import type { MeasuredSize } from '#bench/ticks/measure-size.ts'

const rounds = 3
const alertRounds = 7
const sizes = ['10000', '100000', '1000000'] as const
const bounds = {
  alerts: 1.2,
  growth: 2,
  calm: 500,
  crash: 20,
  p99Micros: 2000,
  closedOut: [0.075, 0.09] as const,
}

const measured = await interleaved(rounds, {
  '10000': () => measure('10000'),
  '100000': () => measure('100000'),
  '1000000': () => measure('1000000'),
})
const alerts = await interleaved(alertRounds, {
  measured: () => answerOf<MeasuredAlerts>('#bench/ticks/measure-alerts.ts'),
})
const oracle = await runAgainstOracle()

console.log(
  `\nThe deciding parts of the engine in one process, medians of ${rounds} rounds. Scan triggers evaluate every account with`,
)
console.log(
  'an order in the market or converted at its price; they take turns with the indexed triggers on the same state. In microseconds:',
)
show('start', 'first minutes after a start')
show('calm', 'calm')
show('crash', 'crash')
showAlerts()
report()

async function measure(size: (typeof sizes)[number]): Promise<MeasuredSize> {
  return await answerOf<MeasuredSize>('#bench/ticks/measure-size.ts', size)
}

/** Runs a module in a process of its own. */
async function answerOf<Answer>(module: string, ...args: readonly string[]): Promise<Answer> {
  const child = fork(fileURLToPath(import.meta.resolve(module)), [...args])
  const lost = once(child, 'exit').then(() => Promise.reject(new Error('the process ended without a result')))
  const [answer] = await Promise.race([once(child, 'message'), lost])
  await lost.catch(() => undefined)
  return answer as Answer
}

function of(size: (typeof sizes)[number], figure: (run: MeasuredSize) => number): number {
  return median(measured[size].map(figure))
}

function ratio({ scan, indexed }: MeasuredPath): number {
  return scan.mean / indexed.mean
}

function show(phase: 'start' | 'calm' | 'crash', title: string): void {
  const heads = [
    'indexed median',
    'mean',
    'p99',
    'scan median',
    'mean',
    'ratio of means',
    'evaluated indexed',
    'scan',
    'quotes without a selected account',
    'their mean',
  ]
  const table = printTable(`${title}: positions`, ...heads, 'orders ended', 'closed out')
  for (const size of sizes) {
    const figure = (read: (path: MeasuredPath) => number) => of(size, (run) => read(run[phase]))
    const accounts = of(size, (run) => run.accounts)
    table.row(
      Number(size).toLocaleString('en'),
      figure(({ indexed }) => indexed.median).toFixed(1),
      figure(({ indexed }) => indexed.mean).toFixed(1),
      figure(({ indexed }) => indexed.p99).toFixed(0),
      figure(({ scan }) => scan.median).toFixed(0),
      figure(({ scan }) => scan.mean).toFixed(0),
      `${figure(ratio).toFixed(0)} ×`,
      figure(({ evaluatedIndexed }) => evaluatedIndexed).toFixed(3),
      figure(({ evaluatedScan }) => evaluatedScan).toFixed(0),
      `${(figure(({ idleShare }) => idleShare) * 100).toFixed(1)} %`,
      figure(({ idleMean }) => idleMean).toFixed(1),
      figure(({ ended }) => ended),
      `${((figure(({ closedOut }) => closedOut) / accounts) * 100).toFixed(2)} %`,
    )
  }
}

function showAlerts(): void {
  const figure = (read: (run: MeasuredAlerts) => number) => median(alerts.measured.map(read))
  const standing = figure((run) => run.alerts).toLocaleString('en')
  const table = printTable('calm, price alerts', 'median', 'mean of 99 %', 'p99')
  for (const [name, way] of [
    ['none', 'without'],
    [standing, 'with'],
  ] as const)
    table.row(
      name,
      figure((run) => run[way].median).toFixed(2),
      figure((run) => run[way].mean).toFixed(2),
      figure((run) => run[way].p99).toFixed(0),
    )
  console.log(`\nOf them ${figure(({ hits }) => hits)} were hit.`)
  for (const by of ['median', 'mean'] as const) {
    const ratio = figure((run) => run.with[by] / run.without[by])
    holds(
      ratio <= bounds.alerts,
      `${standing} price alerts: ${ratio.toFixed(2)} × by the ${by === 'mean' ? 'mean of 99 %' : by}, at most ${bounds.alerts} ×`,
    )
  }
}

function report(): void {
  const largest = sizes[2]
  const growth = (read: (run: MeasuredSize) => number) => of(largest, read) / of(sizes[0], read)
  const byMedian = growth((run) => run.calm.indexed.median)
  const byMean = growth((run) => run.calm.indexed.mean)
  const ofIdle = growth((run) => run.calm.idleMean)
  const share = of(largest, (run) => run.crash.closedOut / run.accounts)
  const p99 = of(largest, (run) => run.crash.indexed.p99)
  const missed = sizes.reduce(
    (sum, size) => sum + measured[size].reduce((all, run) => all + run.missed, 0),
    0,
  )
  const [calm, crash] = [of(largest, (run) => ratio(run.calm)), of(largest, (run) => ratio(run.crash))]
  const [least, most] = bounds.closedOut
  console.log(
    `\n${oracle.accounts} accounts with ${oracle.orders} orders over ${oracle.quotes} quotes, with ${oracle.ended} ended orders and ${oracle.notices} margin calls:`,
  )
  holds(oracle.oracleMismatches === 0, `${oracle.oracleMismatches} mismatches against the oracle`)
  holds(oracle.scanMismatches === 0, `${oracle.scanMismatches} accounts that differ from the scan triggers`)
  holds(missed === 0, `${missed} changed accounts that were not selected, over all sizes`)
  holds(
    byMedian <= bounds.growth,
    `calm, 10,000 to 1,000,000: ${byMedian.toFixed(2)} × by the median, at most 2 ×`,
  )
  holds(
    ofIdle <= bounds.growth,
    `calm, 10,000 to 1,000,000: ${ofIdle.toFixed(2)} × by the mean of quotes without a selected account, at most 2 ×`,
  )
  holds(byMean <= bounds.growth, `calm, 10,000 to 1,000,000: ${byMean.toFixed(2)} × by the mean, at most 2 ×`)
  holds(
    calm >= bounds.calm,
    `calm: ${calm.toFixed(0)} × cheaper than scan triggers, at least ${bounds.calm} ×`,
  )
  holds(
    share >= least && share <= most,
    `the crash closes out ${(share * 100).toFixed(2)} %, about 8 % is intended`,
  )
  holds(
    crash >= bounds.crash,
    `crash: ${crash.toFixed(0)} × cheaper than scan triggers, at least ${bounds.crash} ×`,
  )
  holds(p99 <= bounds.p99Micros, `crash: ${(p99 / 1000).toFixed(2)} ms to decide at p99, at most 2 ms`)
}
