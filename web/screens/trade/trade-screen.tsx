import { useCallback, useEffect } from 'react'
import type { Side } from '#core/order/order.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Screen } from '#ui/screen.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useUiLabels } from '#ui/ui-labels.tsx'
import { useLatest } from '#ui/use-latest.ts'
import { useParts, useStore, useTranslate } from '#web/parts/app-parts.tsx'
import { NoticeBell } from '#web/parts/notice-bell.tsx'
import type { ScreenProps } from '#web/parts/screen-props.ts'
import { useUrlOverlay } from '#web/parts/url-overlay.ts'
import { MarketView } from '#web/screens/trade/market-view.tsx'
import { LazyTicket } from '#web/screens/trade/ticket/lazy-ticket.tsx'
import { useLinkedMarket } from '#web/screens/trade/use-linked-market.ts'

/** The selected market, with the ticket over it. A side in the address opens the ticket. */
export function TradeScreen({ tabBar, search }: ScreenProps) {
  const { markets } = useParts()
  const { status, markets: listed } = useStore(markets.list)
  const selected = useStore(markets.selected)
  const market = listed.find(({ id }) => id === selected)
  const ticket = useUrlOverlay('/trade', search, 'ticket')
  const openTicket = useLatest(ticket.open)
  // Stable, so that a change of the address does not re-render the market view.
  const trade = useCallback((side: Side) => openTicket.current(side), [openTicket])
  // Runs again whenever the kept-alive screen is shown again.
  useEffect(() => {
    void markets.refresh()
    return markets.watch()
  }, [markets])
  useLinkedMarket(search, listed)
  if (market === undefined) return <MarketPlaceholder hasFailed={status === 'failed'} tabBar={tabBar} />
  return (
    <>
      <MarketView market={market} onTrade={trade} tabBar={tabBar} />
      <LazyTicket market={market} onClose={ticket.close} side={parseSide(ticket.value)} />
    </>
  )
}

function parseSide(value: string | undefined): Side | undefined {
  return value === 'buy' || value === 'sell' ? value : undefined
}

type MarketPlaceholderProps = { readonly hasFailed: boolean; readonly tabBar: boolean }

/** Skeleton while the markets load, or the message that loading failed. */
function MarketPlaceholder({ hasFailed, tabBar }: MarketPlaceholderProps) {
  const t = useTranslate()
  const words = useUiLabels()
  const { markets } = useParts()
  return (
    <Screen actions={<NoticeBell />} tabBar={tabBar} title={t('title.trade')}>
      {hasFailed ? (
        <EmptyState
          action={
            <Button icon="refresh" onClick={() => void markets.refresh()} variant="secondary">
              {words.retry}
            </Button>
          }
          icon="warning"
          title={t('home.failed')}
        />
      ) : (
        <div aria-label={words.loading} className="grid gap-4 px-4 pt-2" role="status">
          <Skeleton className="h-8 w-36" />
          <div className="grid grid-cols-4 gap-2">
            {['high', 'low', 'open', 'volume'].map((figure) => (
              <Skeleton className="h-8" key={figure} />
            ))}
          </div>
          <Skeleton className="h-9" />
          <Skeleton className="h-80" shape="box" />
        </div>
      )}
    </Screen>
  )
}
