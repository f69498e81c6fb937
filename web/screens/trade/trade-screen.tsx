import { useCallback, useEffect, useRef } from 'react'
import type { Side } from '#core/order/order.ts'
import { useParts } from '#web/parts/app-parts.tsx'
import type { ScreenProps } from '#web/parts/screen-props.ts'
import { useOpenedByAddress } from '#web/parts/use-opened-by-address.ts'
import { useStore } from '#web/parts/use-store.ts'
import { MarketView } from '#web/screens/trade/market-view.tsx'
import { NoMarketView } from '#web/screens/trade/no-market-view.tsx'
import { TicketPlace } from '#web/screens/trade/ticket/ticket-place.tsx'

/** What a market does, and over it the ticket, opened by the address. */
export function TradeScreen({ tabBar, search }: ScreenProps) {
  const { markets } = useParts()
  const { status, markets: listed } = useStore(markets.list)
  const selected = useStore(markets.selected)
  const market = listed.find(({ id }) => id === selected)
  const ticket = useOpenedByAddress('/trade', search, 'ticket')
  const trade = useLatest(ticket.open)
  // The effect runs again whenever the screen comes back from being kept alive.
  useEffect(() => {
    void markets.refresh()
    return markets.watch()
  }, [markets])
  if (market === undefined) return <NoMarketView hasFailed={status === 'failed'} tabBar={tabBar} />
  return (
    <>
      <MarketView market={market} onTrade={trade} tabBar={tabBar} />
      <TicketPlace market={market} onClose={ticket.close} side={sideOf(ticket.value)} />
    </>
  )
}

function sideOf(value: string | undefined): Side | undefined {
  return value === 'buy' || value === 'sell' ? value : undefined
}

/** Always the same function, that does what the newest one does. */
function useLatest(act: (side: Side) => void): (side: Side) => void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  }, [act])
  return useCallback((side) => latest.current(side), [])
}
