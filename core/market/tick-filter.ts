import { highestPrice } from '#core/money/amounts.ts'

/** An unchecked price of a feed, in price steps. */
export type Tick = {
  readonly bid: number
  readonly ask: number
  readonly timeMs: number
  /** Key of the source that sent it; undefined for a price restored or computed from the past. */
  readonly source?: string | undefined
  /** Time by the clock of the source, if any. It orders the ticks of that source and is not wall-clock time. */
  readonly sourceMs?: number | undefined
}

/** A price beyond the jump limit, held until confirmed. Never traded on. */
export type HeldTick = {
  readonly tick: Tick
  /** Number of consecutive later prices within the limit of this one. */
  readonly confirmations: number
}

/** Filter state of one market. Each result carries the `next` state. */
export type FilterState = {
  /** The last accepted price, initially from the feed's history. */
  readonly last: Tick | undefined
  readonly held: HeldTick | undefined
}

export type TickVerdict =
  | { readonly kind: 'accepted' }
  /** Held itself, or counted as a confirmation of a held price. Not traded on. */
  | { readonly kind: 'held' }
  | { readonly kind: 'dropped'; readonly why: DropReason }

export type DropReason = 'not_a_price' | 'crossed' | 'out_of_order' | 'ahead_of_time'

export type FilterResult = { readonly verdict: TickVerdict; readonly next: FilterState }

/**
 * Tolerated clock difference. A price further ahead is dropped: once accepted, it would put correct prices out of
 * order.
 */
export const maxClockAheadMs = 60_000

/** A held price needs this many confirmations in a row, the last of them at least this long after the held price. */
const confirmationsNeeded = 2
const confirmedAfterMs = 1000

/** Decides whether a price may be traded on. All feeds use this filter. */
export function filterTick(state: FilterState, tick: Tick, limitPpm: number, nowMs: number): FilterResult {
  const { last, held } = state
  const why = dropReason(last, tick, nowMs)
  if (why !== undefined) return { verdict: { kind: 'dropped', why }, next: state }
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

/**
 * Replay rows that are behind schedule all get the same `timeMs`, so their time column is compared as well. The clocks
 * of two sources have nothing in common.
 */
function isBefore(tick: Tick, last: Tick): boolean {
  if (tick.timeMs < last.timeMs) return true
  if (tick.source !== last.source) return false
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

/** Floats are precise enough: at the exact limit either result is acceptable. */
function isWithinLimit(from: number, to: number, limitPpm: number): boolean {
  return Math.abs(to - from) * 1_000_000 <= from * limitPpm
}
