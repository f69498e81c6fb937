// What anyone can see of a simulated market, as the features of a prediction.
import type { Candle } from '#core/candle/candle.ts'
import { minuteMs } from '#core/candle/period.ts'
import type { SimMarket } from '#server/feed/sim/sim-market.ts'
import type { Moment } from '#test/feed/prediction.ts'
import { rangeViews } from '#test/feed/range-strategy.ts'

type WatchedMarket = {
  readonly market: SimMarket
  /** Price at which the simulation started. */
  readonly level: number
  readonly firstDay: number
  readonly days: number
}

const dayMinutes = 1440
/** Busy hours, in which the spread is narrow. */
const [openMinute, closeMinute] = [7 * 60, 17 * 60]
const everyMinutes = 20
/** A jump, to a watcher: a minute that moves this many times as much as usual. */
const jumpFactor = 5

/** Moments of each day, with a trade until the next one: trades that overlap would be one observation, not several. */
export function minuteMoments({ market, level, firstDay, days }: WatchedMarket): readonly Moment[] {
  const moments: Moment[] = []
  for (let day = firstDay; day < firstDay + days; day++) {
    const candles = Array.from({ length: closeMinute - openMinute }, (_, at) =>
      market.candle(day * dayMinutes + openMinute + at),
    )
    const spread = spreadAt(market, day * dayMinutes + openMinute + 300)
    moments.push(...momentsOfDay(candles, level, spread))
  }
  return moments
}

function spreadAt(market: SimMarket, minute: number): number {
  const { bids, asks } = market.ticks(minute)
  const spreads = bids.map((bid, at) => (asks[at] ?? 0) / bid - 1).sort()
  return spreads[spreads.length >> 1] ?? 0
}

function momentsOfDay(candles: readonly Candle[], level: number, spread: number): readonly Moment[] {
  const moments: Moment[] = []
  let usual = 0
  let jump = { size: 0, at: 0 }
  candles.forEach(({ open, close, startMs }, at) => {
    const move = Math.log(close / open)
    if (at > 60 && Math.abs(move) > jumpFactor * usual) jump = { size: move, at }
    usual += (Math.abs(move) - usual) / Math.min(at + 1, 60)
    const next = candles[at + everyMinutes]
    if (at < 60 || at % everyMinutes !== 0 || next === undefined) return
    const now = Math.log(close)
    const left = (candles.length - at) / candles.length
    const hour = new Date(startMs).getUTCHours()
    moments.push({
      features: [
        now - Math.log(level),
        jump.size * left,
        jump.size / (1 + at - jump.at),
        move,
        now - Math.log(candles[0]?.open ?? 1),
        ...Array.from({ length: 10 }, (_, known) => (hour === 7 + known ? 1 : 0)),
      ],
      move: Math.log(next.close) - now,
      spread,
    })
  })
  return moments
}

/** Moments at each tick, with a trade of five ticks. */
export function tickMoments({ market, firstDay, days }: Omit<WatchedMarket, 'level'>): readonly Moment[] {
  const held = 5
  const slotMs = 3750
  const moments: Moment[] = []
  for (let day = firstDay; day < firstDay + days; day++) {
    for (let minute = openMinute; minute < closeMinute; minute++) {
      const ticks = market.ticks(day * dayMinutes + minute)
      const { timesMs, bids, asks } = ticks
      const views = rangeViews(ticks)
      for (let at = 3; at + held < bids.length; at++) {
        const logOf = (tick: number) => Math.log(bids[tick] ?? 1)
        const phase = (((timesMs[at] ?? 0) % minuteMs) % slotMs) / slotMs
        const [last, before] = [logOf(at) - logOf(at - 1), logOf(at - 1) - logOf(at - 3)]
        const { extreme = 0, repeats = 0, beyond = 0 } = views[at] ?? {}
        const within = beyond === 0 ? extreme * repeats : 0
        moments.push({
          features: [last, before, last * phase, before * phase, phase, within, extreme * beyond],
          move: logOf(at + held) - logOf(at),
          spread: (asks[at] ?? 0) / (bids[at] ?? 1) - 1,
        })
      }
    }
  }
  return moments
}

const quarterMs = 250

/**
 * Moments in the middle of each slot of time, with a trade of the first market until the end of the slot. What is known
 * are the moves of all markets since its start. The length of the slots is in quarters of a second.
 */
export function jointMoments(
  markets: readonly SimMarket[],
  slot: number,
  firstDay: number,
  days: number,
): readonly Moment[] {
  const [fromMinute, toMinute] = [14 * 60 + 30, 16 * 60]
  const moments: Moment[] = []
  for (let day = firstDay; day < firstDay + days; day++) {
    const first = day * dayMinutes + fromMinute
    const series = markets.map((market) => sampledQuotes(market, first, toMinute - fromMinute))
    const [own] = series
    if (own === undefined) break
    for (let start = slot; start + slot < own.bids.length; start += slot) {
      const at = start + (slot >> 1)
      const bid = own.bids[at] ?? 1
      moments.push({
        features: series.map(({ bids }) => Math.log((bids[at] ?? 1) / (bids[start] ?? 1))),
        move: Math.log((own.bids[start + slot] ?? 1) / bid),
        spread: (own.asks[at] ?? 0) / bid - 1,
      })
    }
  }
  return moments
}

/** The last bid and ask at each quarter of a second. */
function sampledQuotes(market: SimMarket, fromMinute: number, minutes: number) {
  const count = (minutes * minuteMs) / quarterMs
  const [bids, asks] = [new Float64Array(count), new Float64Array(count)]
  let at = 0
  for (let minute = 0; minute < minutes; minute++) {
    const ticks = market.ticks(fromMinute + minute)
    let tick = -1
    for (; at < ((minute + 1) * minuteMs) / quarterMs; at++) {
      const nowMs = fromMinute * minuteMs + at * quarterMs
      while ((ticks.timesMs[tick + 1] ?? Number.POSITIVE_INFINITY) <= nowMs) tick++
      bids[at] = tick < 0 ? (bids[at - 1] ?? ticks.bids[0] ?? 1) : (ticks.bids[tick] ?? 1)
      asks[at] = tick < 0 ? (asks[at - 1] ?? ticks.asks[0] ?? 1) : (ticks.asks[tick] ?? 1)
    }
  }
  return { bids, asks }
}
