import { subKey } from '#server/feed/sim/chance/hash.ts'
import { createAnchors, type ProcessParts } from '#server/feed/sim/process/anchors.ts'
import { fillBridge } from '#server/feed/sim/process/bridge.ts'
import { type DayPath, dayMinutes } from '#server/feed/sim/process/day-path.ts'
import { addJump, drawJump } from '#server/feed/sim/process/jump.ts'
import { createRecent } from '#server/feed/sim/process/recent.ts'

/** Something that moves by chance, by about 1 on a day from Monday to Friday: a factor, or what is an asset's own. */
export type Process = { readonly day: (day: number) => DayPath }

/** A restart asks for two days of every market, a worker for one day after the other. */
const keptDays = 4
const minuteBurstiness = 0.95

export function createProcess(parts: ProcessParts): Process {
  const { key, moodKey, clockOf } = parts
  const anchorsOf = createAnchors(parts)
  return {
    day: createRecent(keptDays, (day) =>
      drawDay(subKey(key, day), subKey(moodKey, day), clockOf(day), anchorsOf(day)),
    ),
  }
}

type Ends = { readonly from: number; readonly to: number; readonly variance: number }

function drawDay(key: number, moodKey: number, clock: Float64Array, { from, to, variance }: Ends): DayPath {
  const values = new Float64Array(dayMinutes + 1)
  const variances = new Float64Array(dayMinutes)
  values[0] = from
  values[dayMinutes] = to
  fillBridge(
    { values, variances, clock, key, moodKey, burstiness: minuteBurstiness },
    0,
    dayMinutes,
    variance,
  )
  const jump = drawJump(subKey(key, -1), clock)
  if (jump !== undefined) addJump(values, clock, jump)
  return { values, variances, clock, jump, key: subKey(key, -2) }
}
