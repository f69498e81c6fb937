import { useCallback, useEffect } from 'react'
import type { Side } from '#core/order/order.ts'
import { useLatest } from '#ui/use-latest.ts'
import { useParts } from '#web/parts/app-parts.tsx'
import type { ScreenProps } from '#web/parts/screen-props.ts'
import { useOpenedByAddress } from '#web/parts/use-opened-by-address.ts'
import { useStore } from '#web/parts/use-store.ts'
import { MarketView } from '#web/screens/trade/market-view.tsx'
import { NoMarketView } from '#web/screens/trade/no-market-view.tsx'
import { TicketPlace } from '#web/screens/trade/ticket/ticket-place.tsx'

/** The selected market, and over it the ticket, which the address opens. */
export function TradeScreen({ tabBar, search }: ScreenProps) {
  const { markets } = useParts()
  const { status, markets: listed } = useStore(markets.list)
  const selected = useStore(markets.selected)
  const market = listed.find(({ id }) => id === selected)
  const ticket = useOpenedByAddress('/trade', search, 'ticket')
  const openTicket = useLatest(ticket.open)
  // Stable, so that a change of the address does not render the market view.
  const trade = useCallback((side: Side) => openTicket.current(side), [openTicket])
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
