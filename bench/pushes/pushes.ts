// Measures delay and CPU time of account pushes to 5,000 users with five orders each. The baseline server computes each
// push separately.
import { isDeepStrictEqual } from 'node:util'
import { interleaved } from '#bench/measuring/interleaved.ts'
import { holds, printTable } from '#bench/measuring/report.ts'
import { medianOfEach } from '#bench/measuring/statistics.ts'
import { type Figures, measureRun, type Run, type Setup } from '#bench/pushes/measure-run.ts'
import { prepareAccounts } from '#bench/pushes/prepare-accounts.ts'

const sockets = 5_000
const rounds = 3
/** Ticks per second of each market: one in every flush, or one in twenty flushes. */
const lively = 4
const calm = 0.2
/** A flush comes every 250 ms, so a tick may wait that long before it is sent. */
const bounds = { p99Ms: 400, cpuRatio: 1 }

const prepared = await prepareAccounts(sockets)
try {
  report(await measure())
} finally {
  await prepared.drop()
}

type Measured = Readonly<Record<Setup['server'], readonly Run[]>>

async function measure(): Promise<Measured> {
  console.log(
    `\n${sockets} sockets logged in over loopback, 5 open orders each, 36 markets with ${lively} ticks a second each, a window of 250 ms`,
  )
  const costs = ['pushes a second', 'CPU-seconds a second', 'CPU µs per push', 'of it in the kernel']
  const delays = ['delay median ms', 'p99 ms', 'loop p99 ms', 'loop most ms']
  const table = printTable('run', ...costs, ...delays)
  async function run(server: Setup['server'], name: string, ticksPerSecond = lively): Promise<Run> {
    const measured = await measureRun({ server, ...prepared, ticksPerSecond })
    table.row(name, ...cellsOf(measured.figures))
    return measured
  }
  const measured = await interleaved(rounds, {
    plain: (round) => run('plain', `baseline, round ${round + 1}`),
    openlot: (round) => run('openlot', `openlot, round ${round + 1}`),
  })
  table.row('baseline, median', ...cellsOf(medianOf(measured.plain)))
  table.row('openlot, median', ...cellsOf(medianOf(measured.openlot)))
  await run('plain', `baseline, ${calm} ticks a second`, calm)
  await run('openlot', `openlot, ${calm} ticks a second`, calm)
  return measured
}

function report({ plain, openlot }: Measured): void {
  const [base, ours] = [medianOf(plain), medianOf(openlot)]
  const cpuRatio = ours.cpuMicrosPerPush / base.cpuMicrosPerPush
  const pushes = openlot.flatMap((run) => run.pushes)
  const own = ours.cpuMicrosPerPush - ours.kernelMicrosPerPush
  const baseOwn = base.cpuMicrosPerPush - base.kernelMicrosPerPush
  console.log(`\n- delay p99: ${(ours.p99Ms / base.p99Ms).toFixed(2)} × of the baseline`)
  console.log(`- event loop delay, p99: ${(ours.loopP99Ms / base.loopP99Ms).toFixed(2)} ×`)
  console.log(`- user CPU time of a push: ${(own / baseOwn).toFixed(2)} ×`)
  console.log(
    `- a push is ${ours.bytesPerPush.toFixed(0)} bytes; the clients used ${ours.clientCpuPerSecond.toFixed(2)} CPU-seconds a second`,
  )
  holds(
    isDeepStrictEqual(
      pushes,
      plain.flatMap((run) => run.pushes),
    ),
    `both servers sent the same content in all ${pushes.length} compared pushes`,
  )
  holds(ours.p99Ms <= bounds.p99Ms, `delay p99 ${ours.p99Ms.toFixed(0)} ms, at most ${bounds.p99Ms} ms`)
  holds(
    cpuRatio <= bounds.cpuRatio,
    `${cpuRatio.toFixed(2)} × the CPU time of a push, at most ${bounds.cpuRatio} ×`,
  )
}

function medianOf(runs: readonly Run[]): Figures {
  return medianOfEach(runs.map(({ figures }) => figures))
}

function cellsOf(figures: Figures): readonly string[] {
  const { pushesPerSecond, cpuPerSecond, cpuMicrosPerPush, kernelMicrosPerPush } = figures
  const { medianMs, p99Ms, loopP99Ms, loopMostMs } = figures
  return [
    pushesPerSecond.toFixed(0),
    cpuPerSecond.toFixed(2),
    ...[cpuMicrosPerPush, kernelMicrosPerPush].map((micros) => micros.toFixed(1)),
    ...[medianMs, p99Ms, loopP99Ms, loopMostMs].map((ms) => ms.toFixed(1)),
  ]
}
