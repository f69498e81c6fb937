// One size of the population in a process of its own, so that no other's memory is in its way: it says what it measured and ends.
import { memoryOf } from '#bench/measuring/process-usage.ts'
import { crashDepth, pathLength } from '#bench/ticks/bench-path.ts'
import { type MeasuredPath, measurePath } from '#bench/ticks/measure-path.ts'
import { populate, positionsEach } from '#bench/ticks/population.ts'
import { createReferee } from '#bench/ticks/refereed-triggers.ts'
import { boardAt, createTickMachine } from '#bench/ticks/tick-machine.ts'
import { createTickPath } from '#bench/ticks/tick-path.ts'

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
/** So many accounts are judged by plain quotes, at most: more positions, fewer quotes. */
const plainJudgings = 1_000_000
const plainQuotes = { least: 25, most: 400 }

const positions = Number(process.argv[2])
const path = createTickPath(pathLength)
const referee = createReferee()
const machine = createTickMachine(path.first, referee.create)
await machine.load(populate(boardAt(path.first), positions, seed))
const wished = Math.round(plainJudgings / (positions / 40))
const plain = Math.min(plainQuotes.most, Math.max(plainQuotes.least, wished))
const start = measurePath(machine, referee, path.start, plainQuotes.least)
const calm = measurePath(machine, referee, path.calm, plain)
const crash = measurePath(machine, referee, path.crash(crashDepth), plain)
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
