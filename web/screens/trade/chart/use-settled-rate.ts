import { useMemo, useSyncExternalStore } from 'react'
import type { Rate } from '#core/money/rate.ts'
import { convertingMarket } from '#web/markets/known-rate.ts'
import { useParts } from '#web/parts/app-parts.tsx'
import { createSettledRate } from '#web/screens/trade/chart/settled-rate.ts'

/** A currency in US dollars; whoever calls this is shown anew when it has moved enough to be seen. */
export function useSettledRate(currency: string): Rate | undefined {
  const { markets } = useParts()
  const market = convertingMarket(markets, currency)?.market
  const subscribe = market === undefined ? markets.list.subscribe : markets.quote(market.id).subscribe
  const settled = useMemo(() => createSettledRate(markets, currency), [markets, currency])
  return useSyncExternalStore(subscribe, settled)
}
