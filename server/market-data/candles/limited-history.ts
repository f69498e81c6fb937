// A feed's history with limits on time and size. Its answers are checked, because a provider may send anything.
import type { Candle } from '#core/candle/candle.ts'
import { candleStart, minuteMs, periodMs } from '#core/candle/period.ts'
import type { FeedHistory } from '#server/feed/feed.ts'
import { type Timers, withTimeout } from '#server/platform/timers.ts'

const minutesTimeoutMs = 10_000
/** Years of simulated days wait for each other in one worker. */
const daysTimeoutMs = 60_000

export type HistoryProblem = 'timed_out' | 'invalid'

export class HistoryFailure extends Error {
  readonly problem: HistoryProblem

  constructor(problem: HistoryProblem, message: string) {
    super(message)
    this.problem = problem
  }
}

export function limitHistory(history: FeedHistory, timers: Timers): FeedHistory {
  async function limited(
    answer: Promise<readonly Candle[]>,
    timeoutMs: number,
    range: CandleRange,
  ): Promise<readonly Candle[]> {
    const candles = await withTimeout(timers, timeoutMs, answer)
    if (candles === undefined)
      throw new HistoryFailure('timed_out', `the history of the feed did not answer within ${timeoutMs} ms`)
    if (!areCandlesOf(candles, range))
      throw new HistoryFailure('invalid', 'the history of the feed answered with invalid candles')
    return candles
  }
  return {
    async minutes(marketId, fromMs, untilMs) {
      const range = { fromMs: candleStart(fromMs, '1min'), untilMs, stepMs: minuteMs }
      return await limited(history.minutes(marketId, fromMs, untilMs), minutesTimeoutMs, range)
    },
    async aggregateDays(marketId, fromDayMs, toDayMs, period) {
      const range = { fromMs: fromDayMs, untilMs: toDayMs - 1, stepMs: periodMs(period) }
      const answer = history.aggregateDays(marketId, fromDayMs, toDayMs, period)
      return await limited(answer, daysTimeoutMs, range)
    },
  }
}

/** Starts of candles from `fromMs` to `untilMs`, both inclusive. */
type CandleRange = { readonly fromMs: number; readonly untilMs: number; readonly stepMs: number }

/** The order and the range limit the number of candles as well. */
function areCandlesOf(candles: readonly Candle[], { fromMs, untilMs, stepMs }: CandleRange): boolean {
  let afterMs = fromMs - 1
  for (const candle of candles) {
    const { startMs } = candle
    if (!(startMs > afterMs && startMs <= untilMs && startMs % stepMs === 0 && isCandle(candle))) return false
    afterMs = startMs
  }
  return true
}

function isCandle({ open, high, low, close, volume }: Candle): boolean {
  const areCounts = [open, high, low, close, volume].every(
    (count) => Number.isSafeInteger(count) && count > 0,
  )
  return areCounts && low <= Math.min(open, close) && high >= Math.max(open, close)
}
