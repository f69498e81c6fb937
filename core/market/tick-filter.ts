import { highestPrice } from '#core/money/amounts.ts'

/** A price as a feed gave it: counts of the market's smallest step, not checked yet. */
export type Tick = {
  readonly bid: number
  readonly ask: number
  readonly timeMs: number
  /** The source's own time column, where it has one. It orders ticks of one run and is no wall-clock time. */
  readonly sourceMs?: number | undefined
}

/** A price beyond the limit that waits to be confirmed. It is never traded on. */
export type HeldTick = {
  readonly tick: Tick
  /** How many prices in a row were within the limit of it since. */
  readonly confirmations: number
}

/** State of the rule for one market: replaced by `next` of each judgement. */
export type FilterState = {
  /** The last accepted price, or the one the feed's history had just before. */
  readonly last: Tick | undefined
  readonly held: HeldTick | undefined
}

export type TickVerdict =
  | { readonly kind: 'accepted' }
  /** Not to be traded on: it is held, or it confirms a held one that is not confirmed yet. */
  | { readonly kind: 'held' }
  | { readonly kind: 'dropped'; readonly why: DropReason }

export type DropReason = 'not_a_price' | 'crossed' | 'out_of_order' | 'ahead_of_time'

export type FilterResult = { readonly verdict: TickVerdict; readonly next: FilterState }

/** Clocks differ a little; beyond this a time is wrong, and taking it would shut out every right one after it. */
export const maxClockAheadMs = 60_000

/** A held price needs this many further prices in a row, the latest of them this long after it. */
const confirmationsNeeded = 2
const confirmedAfterMs = 1000

/** Decides whether a price may be traded on. The same rule for every feed. */
export function filterTick(judged: FilterState, tick: Tick, limitPpm: number, nowMs: number): FilterResult {
  const { last, held } = judged
  const why = dropReason(last, tick, nowMs)
  if (why !== undefined) return { verdict: { kind: 'dropped', why }, next: judged }
  if (last === undefined || isWithin(last, tick, limitPpm)) return acceptTick(tick)
  if (held === undefined || !isWithin(held.tick, tick, limitPpm)) {
    return holdTick(last, { tick, confirmations: 0 })
  }
  const confirmations = held.confirmations + 1
  const isOldEnough = tick.timeMs - held.tick.timeMs >= confirmedAfterMs
  if (confirmations >= confirmationsNeeded && isOldEnough) return acceptTick(tick)
  return holdTick(last, { tick: held.tick, confirmations })
}

function dropReason(last: Tick | undefined, tick: Tick, nowMs: number): DropReason | undefined {
  if (!isPrice(tick.bid) || !isPrice(tick.ask) || !Number.isSafeInteger(tick.timeMs)) return 'not_a_price'
  if (tick.bid > tick.ask) return 'crossed'
  if (tick.timeMs > nowMs + maxClockAheadMs) return 'ahead_of_time'
  return last !== undefined && isBefore(tick, last) ? 'out_of_order' : undefined
}

function isPrice(steps: number): boolean {
  return Number.isSafeInteger(steps) && steps > 0 && steps <= highestPrice
}

/** Overdue rows of a replay all get the time they are played at, so its time column is compared as well. */
function isBefore(tick: Tick, last: Tick): boolean {
  if (tick.timeMs < last.timeMs) return true
  return tick.sourceMs !== undefined && last.sourceMs !== undefined && tick.sourceMs < last.sourceMs
}

function acceptTick(tick: Tick): FilterResult {
  return { verdict: { kind: 'accepted' }, next: { last: tick, held: undefined } }
}

function holdTick(last: Tick, held: HeldTick): FilterResult {
  return { verdict: { kind: 'held' }, next: { last, held } }
}

function isWithin(from: Tick, to: Tick, limitPpm: number): boolean {
  return isWithinLimit(from.bid, to.bid, limitPpm) && isWithinLimit(from.ask, to.ask, limitPpm)
}

/** Floats are enough: nothing is computed from it, and at the very edge either answer is a fair one. */
function isWithinLimit(from: number, to: number, limitPpm: number): boolean {
  return Math.abs(to - from) * 1_000_000 <= from * limitPpm
}
