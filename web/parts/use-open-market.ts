import { useCallback } from 'react'
import { useLocation } from 'wouter'
import type { ListedMarket } from '#web/markets/markets-types.ts'
import { useParts } from '#web/parts/app-parts.tsx'

/** Selects a market and opens /trade with it. */
export function useOpenMarket(): (market: ListedMarket) => void {
  const { markets } = useParts()
  const [, go] = useLocation()
  return useCallback(
    (market) => {
      markets.select(market.id)
      go('/trade')
    },
    [markets, go],
  )
}
