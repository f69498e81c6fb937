import { useSyncExternalStore } from 'react'
import type { Rate } from '#core/money/amounts.ts'
import { conversionMarket, currentRate } from '#web/markets/current-rate.ts'
import { useParts } from '#web/parts/app-parts.tsx'

/** The rate from a currency to US dollars. Re-renders the caller when it changes. */
export function useUsdRate(currency: string): Rate | undefined {
  const { markets } = useParts()
  const market = conversionMarket(markets, currency)?.market
  const subscribe = market === undefined ? markets.list.subscribe : markets.quote(market.id).subscribe
  return useSyncExternalStore(subscribe, () => currentRate(markets, currency))
}
