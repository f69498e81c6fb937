// Measures one population size in its own process, so that the heaps of other sizes do not interfere.
import { memoryOf } from '#bench/measuring/process-usage.ts'
import { createTriggerComparison } from '#bench/ticks/compare-triggers.ts'
import { type MeasuredPath, measurePath } from '#bench/ticks/measure-path.ts'
import { populate, positionsEach } from '#bench/ticks/population.ts'
import { boardAt, createQuoteEngine } from '#bench/ticks/quote-engine.ts'
import { crashDepth, createTickPath, pathLength } from '#bench/ticks/tick-path.ts'

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
/** Limits the evaluations by scan triggers: the more positions, the fewer quotes they get. */
const maxScanEvaluations = 1_000_000
const scanQuotes = { min: 25, max: 400 }

const positions = Number(process.argv[2])
const path = createTickPath(pathLength)
const comparison = createTriggerComparison()
const engine = createQuoteEngine(path.first, comparison.create)
await engine.load(populate(boardAt(path.first), positions, seed))
const affordable = Math.round(maxScanEvaluations / (positions / 40))
const scans = Math.min(scanQuotes.max, Math.max(scanQuotes.min, affordable))
const start = measurePath(engine, comparison, path.start, scanQuotes.min)
const calm = measurePath(engine, comparison, path.calm, scans)
const crash = measurePath(engine, comparison, path.crash(crashDepth), scans)
const measured: MeasuredSize = {
  positions,
  accounts: positions / positionsEach,
  start,
  calm,
  crash,
  missed: comparison.missed(),
  residentBytes: memoryOf(process.pid).residentBytes,
}
process.send?.(measured)
