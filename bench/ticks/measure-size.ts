// Measures one population size in its own process, so that the heaps of other sizes do not interfere.
import { memoryOf } from '#bench/measuring/process-usage.ts'
import { type MeasuredPath, measurePath } from '#bench/ticks/measure-path.ts'
import { populate, positionsEach } from '#bench/ticks/population.ts'
import { boardAt, createTickMachine } from '#bench/ticks/tick-machine.ts'
import { crashDepth, createTickPath, pathLength } from '#bench/ticks/tick-path.ts'
import { createReferee } from '#bench/ticks/trigger-referee.ts'

export type MeasuredSize = {
  readonly positions: number
  readonly accounts: number
  readonly start: MeasuredPath
  readonly calm: MeasuredPath
  readonly crash: MeasuredPath
  readonly missed: number
  readonly residentBytes: number
}

const seed = 1
/** Bound on the evaluations by scan triggers: with more positions they get fewer quotes. */
const maxScanEvaluations = 1_000_000
const scanQuotes = { min: 25, max: 400 }

const positions = Number(process.argv[2])
const path = createTickPath(pathLength)
const referee = createReferee()
const machine = createTickMachine(path.first, referee.create)
await machine.load(populate(boardAt(path.first), positions, seed))
const affordable = Math.round(maxScanEvaluations / (positions / 40))
const scans = Math.min(scanQuotes.max, Math.max(scanQuotes.min, affordable))
const start = measurePath(machine, referee, path.start, scanQuotes.min)
const calm = measurePath(machine, referee, path.calm, scans)
const crash = measurePath(machine, referee, path.crash(crashDepth), scans)
const measured: MeasuredSize = {
  positions,
  accounts: positions / positionsEach,
  start,
  calm,
  crash,
  missed: referee.missed(),
  residentBytes: memoryOf(process.pid).residentBytes,
}
process.send?.(measured)
