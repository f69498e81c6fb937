// Predicts the end of a minute from its slots. The moves within a minute are a common shift plus a deviation times one
// of 256 known values. Moves of a single process may show which, and so the shift.
import { minuteMs } from '#core/candle/period.ts'
import { coarseNormal } from '#server/feed/sim/deterministic-math.ts'
import { slotsPerMinute } from '#server/feed/sim/random-process.ts'
import type { SimMarket } from '#server/feed/sim/sim-market.ts'

const values = Float64Array.from({ length: 256 }, (_, byte) => coarseNormal(byte))
const knownSlots = 8
const slotMs = minuteMs / slotsPerMinute
/** Share of a slot after which its last step begins. */
const lastStep = 0.75

/** Predicted and actual move of the last slots of a minute, in deviations of a slot. */
export type SlotPrediction = { readonly predicted: number; readonly actual: number }

export function predictFromSlots(market: SimMarket, minute: number): SlotPrediction {
  const moves = slotMoves(market, minute)
  const [known, rest] = [moves.slice(0, knownSlots), moves.slice(knownSlots)]
  const { shift, deviation } = decoded(known)
  // The rest is its shifts plus its random part. The shift is the move of the minute (a variance of 12 slots) without
  // all random parts, shared by 12. So a quarter of what is known of that is expected to be the rest's, with minus.
  const unshifted = sumOf(known) - known.length * shift
  const expected = rest.length * shift - (slotsPerMinute * shift + unshifted) / 4
  return { predicted: expected / deviation, actual: sumOf(rest) / deviation }
}

function sumOf(moves: readonly number[]): number {
  return moves.reduce((sum, move) => sum + move, 0)
}

/** Moves of the bid over the slots of a minute, in steps of the price. */
function slotMoves(market: SimMarket, minute: number): readonly number[] {
  const { timesMs, bids } = market.ticks(minute)
  const ends = Array.from({ length: slotsPerMinute }, (_, slot) => {
    // The first tick of a step is its move. The others repeat it.
    const fromMs = minute * minuteMs + (slot + lastStep) * slotMs
    return bids[timesMs.findIndex((timeMs) => timeMs >= fromMs)] ?? 0
  })
  const start = market.ticks(minute - 1).bids.at(-1) ?? 1
  return ends.map((end, slot) => Math.log(end / (ends[slot - 1] ?? start)) * start)
}

type Decoded = { readonly shift: number; readonly deviation: number }

/** Tries all values for the least and the greatest move, and keeps those with which the others fit best. */
function decoded(moves: readonly number[]): Decoded {
  const [least, greatest] = [Math.min(...moves), Math.max(...moves)]
  let best: Decoded = { shift: 0, deviation: 1 }
  let leastError = Number.POSITIVE_INFINITY
  for (let low = 0; low < values.length; low++) {
    for (let high = low + 1; high < values.length; high++) {
      const deviation = (greatest - least) / ((values[high] ?? 0) - (values[low] ?? 0))
      const shift = least - deviation * (values[low] ?? 0)
      const error = misfit(moves, shift, deviation, leastError)
      if (error < leastError) [best, leastError] = [{ shift, deviation }, error]
    }
  }
  return best
}

function misfit(moves: readonly number[], shift: number, deviation: number, limit: number): number {
  let error = 0
  for (const move of moves) {
    error += (deviation * distance((move - shift) / deviation)) ** 2
    if (error >= limit) break
  }
  return error
}

/** From the nearest of the values. */
function distance(value: number): number {
  let [low, high] = [0, values.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((values[middle] ?? 0) <= value) low = middle
    else high = middle
  }
  return Math.min(Math.abs(value - (values[low] ?? 0)), Math.abs(value - (values[high] ?? 0)))
}
