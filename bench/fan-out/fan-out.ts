// Measures quote updates per CPU-second with 1,000 clients. The baseline sends every tick to every client.
import { measureRun, type Run } from '#bench/fan-out/measure-run.ts'

const sockets = 1_000
const stalled = 10
const rounds = 3
const bounds = { ratio: 40, slowdown: 1.2, stalledBytes: 256 * 1024 }

type Round = { readonly plain: Run; readonly ours: Run; readonly others: Run }

const measured: Round[] = []
console.log('\n60 markets, a window of 250 ms, clients over loopback in a separate process\n')
console.log(
  '| run | updates per CPU-second | frames per CPU-second | updates a second | median ms | p99 ms |',
)
console.log('| --- | ---: | ---: | ---: | ---: | ---: |')
for (let round = 1; round <= rounds; round++) {
  measured.push({
    plain: await show(`plain, round ${round}`, { server: 'plain', sockets, ticksPerSecond: 4 }),
    ours: await show(`openlot, round ${round}`, { server: 'openlot', sockets, ticksPerSecond: 4 }),
    others: await show(`openlot, ${stalled} stalled, round ${round}`, {
      server: 'openlot',
      sockets,
      ticksPerSecond: 4,
      stalled,
    }),
  })
}
const plainFast = await show('plain, 10 ticks a second', { server: 'plain', sockets, ticksPerSecond: 10 })
const oursFast = await show('openlot, 10 ticks a second', { server: 'openlot', sockets, ticksPerSecond: 10 })
// The plain server cannot keep up with 1,000 clients and skips ticks. With 50 clients it shows its usual delay.
const plainFew = await show('plain, 50 clients', { server: 'plain', sockets: 50, ticksPerSecond: 4 })

process.exitCode = report() ? 0 : 1

async function show(name: string, setup: Parameters<typeof measureRun>[0]): Promise<Run> {
  const run = await measureRun(setup)
  const whole = [run.rowsPerCpuSecond, run.framesPerCpuSecond, run.rows / run.seconds].map(Math.round)
  console.log(`| ${[name, ...whole, run.medianMs.toFixed(1), run.p99Ms.toFixed(1)].join(' | ')} |`)
  return run
}

/** Compares the best rounds, because other load on the machine can only slow a round down. */
function report(): boolean {
  const plain = bestOf(measured.map((round) => round.plain))
  const ours = bestOf(measured.map((round) => round.ours))
  const others = bestOf(measured.map((round) => round.others))
  const ratio = ours.rowsPerCpuSecond / plain.rowsPerCpuSecond
  const fastRatio = oursFast.rowsPerCpuSecond / plainFast.rowsPerCpuSecond
  const slower = {
    'CPU time of an update': ours.rowsPerCpuSecond / others.rowsPerCpuSecond,
    'median delay': others.medianMs / ours.medianMs,
  }
  const bytes = Math.max(...measured.map((round) => round.others.stalledBytesEach))
  const added = [ours.medianMs - plainFew.medianMs, ours.p99Ms - plainFew.p99Ms].map(Math.round)
  console.log(`\nthe best of ${rounds} rounds:`)
  console.log(`- frame for frame: ${(ours.framesPerCpuSecond / plain.framesPerCpuSecond).toFixed(2)} ×`)
  console.log(`- added delay: ${added[0]} ms median, ${added[1]} ms at p99`)
  console.log(`- at 10 ticks a second: ${fastRatio.toFixed(1)} × the updates`)
  return [
    holds(ratio >= bounds.ratio, `${ratio.toFixed(1)} × the updates, target at least ${bounds.ratio} ×`),
    ...Object.entries(slower).map(([what, by]) =>
      holds(by <= bounds.slowdown, `1 % stalled, ${what}: ${by.toFixed(2)} ×, at most ${bounds.slowdown} ×`),
    ),
    holds(
      bytes <= bounds.stalledBytes,
      `${Math.round(bytes / 1024)} KB for a stalled client, at most 256 KB`,
    ),
    holds(
      measured.every(({ others }) => others.behind === stalled),
      'stalled clients stayed behind to the end',
    ),
  ].every(Boolean)
}

function holds(isSo: boolean, what: string): boolean {
  console.log(`- ${isSo ? 'holds' : 'MISSED'}: ${what}`)
  return isSo
}

function bestOf(
  those: readonly Run[],
): Pick<Run, 'rowsPerCpuSecond' | 'framesPerCpuSecond' | 'medianMs' | 'p99Ms'> {
  return {
    rowsPerCpuSecond: Math.max(...those.map((run) => run.rowsPerCpuSecond)),
    framesPerCpuSecond: Math.max(...those.map((run) => run.framesPerCpuSecond)),
    medianMs: Math.min(...those.map((run) => run.medianMs)),
    p99Ms: Math.min(...those.map((run) => run.p99Ms)),
  }
}
