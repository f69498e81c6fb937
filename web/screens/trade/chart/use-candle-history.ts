import { useLayoutEffect, useMemo } from 'react'
import type { Period } from '#core/candle/period.ts'
import { type CandleHistory, createCandleHistory } from '#web/chart/history/candle-history.ts'
import type { ListedMarket } from '#web/markets/markets-types.ts'
import { useParts } from '#web/parts/app-parts.tsx'
import { randomFraction } from '#web/platform/random.ts'
import { browserTimers } from '#web/platform/timers.ts'

/** The candles of a market and period. They flow while the screen is in sight, and go on from there when it is again. */
export function useCandleHistory({ id, code }: ListedMarket, period: Period): CandleHistory {
  const { caller, live } = useParts()
  const history = useMemo(
    () =>
      createCandleHistory(
        { call: caller.call, live, timers: browserTimers, random: randomFraction },
        { marketId: id, code, period },
      ),
    [caller, live, id, code, period],
  )
  useLayoutEffect(() => {
    history.start()
    return history.stop
  }, [history])
  return history
}
