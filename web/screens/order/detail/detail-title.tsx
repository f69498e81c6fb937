import type { ShownOrder } from '#contract/order-from-wire.ts'
import { Badge } from '#ui/badge.tsx'
import { useBook } from '#web/parts/app-parts.tsx'
import { DemoBadge } from '#web/parts/demo-badges.tsx'
import { MarketLogo } from '#web/parts/market/market-list.tsx'

/** Which order this is, in one line. */
export function DetailTitle({ order: { market, side } }: { order: ShownOrder }) {
  const t = useBook('trading')
  return (
    <>
      <MarketLogo className="text-12" src={market.logo} />
      <bdi className="min-w-0 break-words">{market.showCode}</bdi>
      <Badge tone={side === 'buy' ? 'rise' : 'fall'}>{t(`order.side.${side}`)}</Badge>
      <DemoBadge />
    </>
  )
}
