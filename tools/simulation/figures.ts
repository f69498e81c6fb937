import type { Bar, RecordedTick } from '#tools/simulation/recorded-prices.ts'

/** Compared figures of a series of bars. */
export type BarFigures = {
  /** Standard deviation of the returns from close to close, in basis points. */
  readonly deviation: number
  /** Standard deviation of the returns over five bars, in basis points. */
  readonly deviationOfFive: number
  /** 3 for a normal distribution; larger with fat tails. */
  readonly kurtosis: number
  readonly unmovedShare: number
  /** Range of a bar (high minus low) in standard deviations. */
  readonly range: number
  /** Volatility in each three-hour part of the day, relative to the mean. */
  readonly byHours: readonly number[]
  readonly medianSpreadPpm: number | undefined
}

export type TickFigures = {
  readonly perSecond: number
  readonly unmovedShare: number
  readonly medianSpreadPpm: number
}

const blockMs = 3 * 3_600_000
const blocks = 8

export function barFigures(bars: readonly Bar[], barMs: number): BarFigures {
  const moves = movesOver(bars, barMs, 1)
  const squares = moves.map(({ move }) => move * move)
  const variance = mean(squares)
  const spreads = bars.flatMap(({ spread, close }) => (spread === undefined ? [] : [(spread / close) * 1e6]))
  return {
    deviation: 1e4 * Math.sqrt(variance),
    deviationOfFive: 1e4 * Math.sqrt(mean(movesOver(bars, barMs, 5).map(({ move }) => move * move))),
    kurtosis: mean(squares.map((square) => square * square)) / (variance * variance),
    unmovedShare: mean(moves.map(({ move }) => (move === 0 ? 1 : 0))),
    range: mean(bars.map(({ high, low }) => Math.log(high / low))) / Math.sqrt(variance),
    byHours: Array.from({ length: blocks }, (_, block) => {
      const within = moves.filter(({ startMs }) => Math.floor(startMs / blockMs) % blocks === block)
      return Math.sqrt(mean(within.map(({ move }) => move * move)) / variance)
    }),
    medianSpreadPpm: spreads.length === 0 ? undefined : median(spreads),
  }
}

export function tickFigures(ticks: readonly RecordedTick[]): TickFigures {
  const seconds = ((ticks.at(-1)?.timeMs ?? 0) - (ticks[0]?.timeMs ?? 0)) / 1000
  const unmoved = ticks.filter(({ bid }, at) => at > 0 && ticks[at - 1]?.bid === bid).length
  return {
    perSecond: ticks.length / seconds,
    unmovedShare: unmoved / ticks.length,
    medianSpreadPpm: median(ticks.map(({ bid, ask }) => ((ask - bid) / bid) * 1e6)),
  }
}

/** The returns over every `count` consecutive bars that have no gap. */
function movesOver(bars: readonly Bar[], barMs: number, count: number) {
  return bars.flatMap((bar, at) => {
    const before = bars[at - count]
    if (before === undefined || bar.startMs - before.startMs !== count * barMs) return []
    return [{ startMs: bar.startMs, move: Math.log(bar.close / before.close) }]
  })
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)] ?? Number.NaN
}
