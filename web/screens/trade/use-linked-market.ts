import { useEffect } from 'react'
import { useLocation } from 'wouter'
import type { ListedMarket } from '#web/markets/markets-types.ts'
import { useParts } from '#web/parts/app-parts.tsx'
import { pathWithSearch } from '#web/parts/navigation.ts'
import { withSearchParam } from '#web/parts/url-overlay.ts'

const marketParam = 'market'

/** Selects the market that the address names by its code, such as a link from a notice, and shortens the address. */
export function useLinkedMarket(search: string, listed: readonly ListedMarket[]): void {
  const { markets } = useParts()
  const [, go] = useLocation()
  useEffect(() => {
    const code = new URLSearchParams(search).get(marketParam)
    if (code === null || listed.length === 0 || location.pathname !== '/trade') return
    const market = listed.find((one) => one.code === code)
    if (market !== undefined) markets.select(market.id)
    go(pathWithSearch('/trade', withSearchParam(search, marketParam, undefined)), { replace: true })
  }, [search, listed, markets, go])
}
