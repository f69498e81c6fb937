import { highestPrice } from '#core/money/price.ts'

/** A price as a feed gave it: counts of the market's smallest step, not checked yet. */
export type Tick = { readonly bid: number; readonly ask: number; readonly timeMs: number }

/** What is remembered of a market to judge its next price. */
export type Judged = {
  /** The last price that was accepted. */
  readonly last: Tick | undefined
  /** One that jumped and waits to be confirmed by the next. It is never traded on. */
  readonly held: Tick | undefined
}

export type Verdict =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'held' }
  | { readonly kind: 'dropped'; readonly why: DropReason }

export type DropReason = 'not_a_price' | 'crossed' | 'out_of_order' | 'ahead_of_time'

/** Clocks differ a little; beyond this a time is wrong, and taking it would shut out every right one after it. */
export const mostAheadMs = 60_000

/** Whether a price may be traded on. The same rule for every feed. */
export function judgeTick({ last, held }: Judged, tick: Tick, limitPpm: number, nowMs: number): Verdict {
  if (!isPrice(tick.bid) || !isPrice(tick.ask) || !Number.isSafeInteger(tick.timeMs)) {
    return { kind: 'dropped', why: 'not_a_price' }
  }
  if (tick.bid > tick.ask) return { kind: 'dropped', why: 'crossed' }
  if (tick.timeMs > nowMs + mostAheadMs) return { kind: 'dropped', why: 'ahead_of_time' }
  if (last === undefined) return { kind: 'accepted' }
  if (tick.timeMs < (held ?? last).timeMs) return { kind: 'dropped', why: 'out_of_order' }
  if (isWithin(last, tick, limitPpm)) return { kind: 'accepted' }
  const isConfirmed = held !== undefined && isWithin(held, tick, limitPpm)
  return isConfirmed ? { kind: 'accepted' } : { kind: 'held' }
}

function isPrice(steps: number): boolean {
  return Number.isSafeInteger(steps) && steps > 0 && steps <= highestPrice
}

function isWithin(from: Tick, to: Tick, limitPpm: number): boolean {
  return isStep(from.bid, to.bid, limitPpm) && isStep(from.ask, to.ask, limitPpm)
}

/** Floats are enough: nothing is computed from it, and at the very edge either answer is a fair one. */
function isStep(from: number, to: number, limitPpm: number): boolean {
  return Math.abs(to - from) * 1_000_000 <= from * limitPpm
}
