import { useEffect } from 'react'
import { useParts } from '#web/parts/app-parts.tsx'
import type { ScreenProps } from '#web/parts/screen-props.ts'
import { useStore } from '#web/parts/use-store.ts'
import { MarketView } from '#web/screens/trade/market-view.tsx'
import { NoMarketView } from '#web/screens/trade/no-market-view.tsx'

/** The market half: what a market does. */
export function TradeScreen({ tabBar }: ScreenProps) {
  const { markets } = useParts()
  const { status, markets: listed } = useStore(markets.list)
  const selected = useStore(markets.selected)
  const market = listed.find(({ id }) => id === selected)
  // The effect runs again whenever the screen comes back from being kept alive.
  useEffect(() => {
    void markets.refresh()
    return markets.watch()
  }, [markets])
  if (market === undefined) return <NoMarketView hasFailed={status === 'failed'} tabBar={tabBar} />
  return <MarketView market={market} tabBar={tabBar} />
}
