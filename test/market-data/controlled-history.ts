// A history whose answers the test gives, when and as it likes.
import type { Candle } from '#core/candle/candle.ts'
import type { OpenSpans } from '#core/market/trading-hours.ts'
import { createSteadyHistory, type SteadyHistory } from '#test/market-data/steady-feed.ts'

export type HistoryRequest = {
  readonly marketId: number
  readonly fromMs: number
  readonly untilMs: number
  readonly answer: (minutes: readonly Candle[]) => void
  /** Answers with the minutes of the steady feed. */
  readonly answerTruly: () => void
  readonly fail: () => void
}

export type ControlledHistory = SteadyHistory & {
  /** Requests of minutes, oldest first, answered or not. */
  readonly requests: readonly HistoryRequest[]
}

export function createControlledHistory(spans: OpenSpans): ControlledHistory {
  const steady = createSteadyHistory(spans)
  const requests: HistoryRequest[] = []
  return {
    ...steady,
    requests,
    minutes(marketId, fromMs, untilMs) {
      const { promise, resolve, reject } = Promise.withResolvers<readonly Candle[]>()
      requests.push({
        marketId,
        fromMs,
        untilMs,
        answer: resolve,
        answerTruly: () => resolve(steady.knownMinutes(fromMs, untilMs)),
        fail: () => reject(new Error('the provider is down')),
      })
      return promise
    },
  }
}
