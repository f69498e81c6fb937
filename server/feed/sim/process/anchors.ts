import { bell, subKey } from '#server/feed/sim/chance/hash.ts'
import type { DayClock } from '#server/feed/sim/process/activity.ts'
import { fillBridge } from '#server/feed/sim/process/bridge.ts'
import { dayMinutes } from '#server/feed/sim/process/day-path.ts'
import { createRecent } from '#server/feed/sim/process/recent.ts'

export type ProcessParts = {
  /** What its moves are drawn from. */
  readonly key: number
  /** What its calm and busy times are drawn from, shared by many processes. */
  readonly moodKey: number
  readonly clockOf: DayClock
}

/** Where a process is when a day begins and when it ends, and how much it moves in between. */
export type Anchors = (day: number) => {
  readonly from: number
  readonly to: number
  readonly variance: number
}

/**
 * Every so many days a process returns to a place near 0, drawn anew each time and independent of the last, so that a
 * price never wanders off for good; a bridge leads from one place to the next.
 */
const returnDays = 256
const returnWidth = 5
const dailyBurstiness = 0.4
const keptReturns = 2

export function createAnchors(parts: ProcessParts): Anchors {
  const drawn = createRecent(keptReturns, (stage: number) => drawStage(parts, stage))
  return (day) => {
    const stage = Math.floor(day / returnDays)
    const { values, variances } = drawn(stage)
    const at = day - stage * returnDays
    return { from: values[at] ?? 0, to: values[at + 1] ?? 0, variance: variances[at] ?? 0 }
  }
}

function drawStage({ key, moodKey, clockOf }: ProcessParts, stage: number) {
  const values = new Float64Array(returnDays + 1)
  const variances = new Float64Array(returnDays)
  const clock = new Float64Array(returnDays + 1)
  for (let at = 0; at < returnDays; at++) {
    clock[at + 1] = (clock[at] ?? 0) + (clockOf(stage * returnDays + at)[dayMinutes] ?? 0)
  }
  values[0] = placeAt(key, stage)
  values[returnDays] = placeAt(key, stage + 1)
  const keys = { key: subKey(subKey(key, -3), stage), moodKey: subKey(subKey(moodKey, -3), stage) }
  fillBridge(
    { values, variances, clock, ...keys, burstiness: dailyBurstiness },
    0,
    returnDays,
    clock[returnDays] ?? 0,
  )
  return { values, variances }
}

function placeAt(key: number, stage: number): number {
  return returnWidth * bell(subKey(subKey(key, -4), stage))
}
