// How late 5,000 people are told what their five orders come to while prices move, and what that costs, beside computing each
// push on its own.
import { isDeepStrictEqual } from 'node:util'
import { holds } from '#bench/measuring/holds.ts'
import { interleaved } from '#bench/measuring/interleaved.ts'
import { medianOfEach } from '#bench/measuring/median-of-each.ts'
import { printTable } from '#bench/measuring/print-table.ts'
import { type Figures, measureRun, type Run, type Setup } from '#bench/pushes/measure-run.ts'
import { prepareAccounts } from '#bench/pushes/prepare-accounts.ts'

const sockets = 5_000
const rounds = 3
/** Of each market: each moves once in a window, or one in twenty windows. */
const lively = 4
const calm = 0.2
/** A window is 250 ms, so that no delay can be promised below that. */
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
    plain: (round) => run('plain', `each on its own, round ${round + 1}`),
    openlot: (round) => run('openlot', `openlot, round ${round + 1}`),
  })
  table.row('each on its own, median', ...cellsOf(medianOf(measured.plain)))
  table.row('openlot, median', ...cellsOf(medianOf(measured.openlot)))
  await run('plain', `each on its own, ${calm} ticks a second`, calm)
  await run('openlot', `openlot, ${calm} ticks a second`, calm)
  return measured
}

function report({ plain, openlot }: Measured): void {
  const [base, ours] = [medianOf(plain), medianOf(openlot)]
  const cpuRatio = ours.cpuMicrosPerPush / base.cpuMicrosPerPush
  const told = openlot.flatMap((run) => run.told)
  const own = ours.cpuMicrosPerPush - ours.kernelMicrosPerPush
  const baseOwn = base.cpuMicrosPerPush - base.kernelMicrosPerPush
  console.log(`\n- delay p99: ${(ours.p99Ms / base.p99Ms).toFixed(2)} × of each on its own`)
  console.log(`- what waits for the loop, p99: ${(ours.loopP99Ms / base.loopP99Ms).toFixed(2)} ×`)
  console.log(`- processor time of a push outside the kernel: ${(own / baseOwn).toFixed(2)} ×`)
  console.log(
    `- a push is ${ours.bytesPerPush.toFixed(0)} bytes; the clients themselves took ${ours.clientCpuPerSecond.toFixed(2)} CPU-seconds a second`,
  )
  holds(
    isDeepStrictEqual(
      told,
      plain.flatMap((run) => run.told),
    ),
    `both tell the same, in all ${told.length} pushes that were compared`,
  )
  holds(ours.p99Ms <= bounds.p99Ms, `delay p99 ${ours.p99Ms.toFixed(0)} ms, at most ${bounds.p99Ms} ms`)
  holds(
    cpuRatio <= bounds.cpuRatio,
    `${cpuRatio.toFixed(2)} × the processor time of a push, at most ${bounds.cpuRatio} ×`,
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
