// Trades against the high or the low of a minute where repeats of the price do not go beyond it.
import { minuteMs } from '#core/candle/period.ts'
import type { MinuteTicks } from '#server/feed/sim/minute-ticks.ts'
import type { SimMarket } from '#server/feed/sim/sim-market.ts'

/** At 2 ticks a second, prices move once in each step of this length. */
const stepMs = 1250
/** From the signal to the entry. */
const latencyMs = 200
/** Entries from 7.5 s to 46.25 s of a minute, so that there is a range before and time after. */
const [firstStep, lastStep] = [6, 36]

/** What a tick tells of the range of its minute. */
export type RangeView = {
  readonly step: number
  /** 1 if the last move is above all moves of the minute before it, −1 if it is below them. */
  readonly extreme: number
  /** Number of repeats of that move, up to this tick. */
  readonly repeats: number
  /** How many of them are above such a high, or below such a low. */
  readonly beyond: number
}

/** One for each tick of a minute. */
export function rangeViews({ timesMs, bids }: MinuteTicks): readonly RangeView[] {
  const views: RangeView[] = []
  let [high, low] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  let [step, extreme, repeats, beyond, moved] = [-1, 0, 0, 0, 0]
  bids.forEach((bid, at) => {
    const now = Math.floor(((timesMs[at] ?? 0) % minuteMs) / stepMs)
    if (now > step) {
      extreme = at === 0 ? 0 : Math.sign(bid - Math.min(high, Math.max(low, bid)))
      high = Math.max(high, bid)
      low = Math.min(low, bid)
      ;[step, repeats, beyond, moved] = [now, 0, 0, bid]
    } else {
      repeats++
      if (extreme * (bid - moved) > 0) beyond++
    }
    views.push({ step, extreme, repeats, beyond })
  })
  return views
}

/**
 * Profits in spreads, with at most one trade a minute: from a new high or low that this number of repeats did not go
 * beyond, until the last tick of the minute.
 */
export function rangeProfits(
  market: SimMarket,
  minutes: readonly number[],
  repeats: number,
): readonly number[] {
  return minutes.flatMap((minute) => {
    const ticks = market.ticks(minute)
    const views = rangeViews(ticks)
    const signal = views.findIndex(
      (view) =>
        view.step >= firstStep &&
        view.step <= lastStep &&
        view.extreme !== 0 &&
        view.repeats === repeats &&
        view.beyond === 0,
    )
    return signal < 0 ? [] : [profitOf(ticks, signal, views[signal]?.extreme ?? 0)]
  })
}

/** Sells after a high, buys after a low. */
function profitOf({ timesMs, bids, asks }: MinuteTicks, signal: number, extreme: number): number {
  let entry = signal
  const entryMs = (timesMs[signal] ?? 0) + latencyMs
  while ((timesMs[entry + 1] ?? Number.POSITIVE_INFINITY) <= entryMs) entry++
  const exit = bids.length - 1
  const [bid = 0, ask = 0] = [bids[exit], asks[exit]]
  const profit = extreme > 0 ? (bids[entry] ?? 0) - ask : bid - (asks[entry] ?? 0)
  return profit / (ask - bid)
}
