import { bell, subKey } from '#server/feed/sim/chance/hash.ts'
import { type DayPath, marksInMinute } from '#server/feed/sim/process/day-path.ts'

const lastMark = marksInMinute - 1

const perHalving = Math.sqrt(0.5)
const scratch = new Float64Array(marksInMinute)

/** Adds `weight` times the process at each mark of a minute to what is in `marks`. */
export function addMinuteMarks(path: DayPath, minute: number, weight: number, marks: Float64Array): void {
  const jump = path.jump?.minute === minute ? path.jump : undefined
  scratch[0] = path.values[minute] ?? 0
  scratch[lastMark] = (path.values[minute + 1] ?? 0) - (jump?.size ?? 0)
  fillMinuteBridge(subKey(path.key, minute), Math.sqrt(path.variances[minute] ?? 0))
  for (let mark = 0; mark <= lastMark; mark++) {
    const beyond = jump !== undefined && mark >= jump.mark ? jump.size : 0
    marks[mark] = (marks[mark] ?? 0) + weight * ((scratch[mark] ?? 0) + beyond)
  }
}

/** A Brownian bridge of even variance: the middle of two marks strays by half the deviation between them. */
function fillMinuteBridge(key: number, deviation: number): void {
  let stray = deviation / 2
  for (let step = lastMark >> 1; step >= 1; step >>= 1) {
    for (let at = step; at < lastMark; at += 2 * step) {
      const mean = ((scratch[at - step] ?? 0) + (scratch[at + step] ?? 0)) / 2
      scratch[at] = mean + stray * bell(subKey(key, at))
    }
    stray *= perHalving
  }
}
