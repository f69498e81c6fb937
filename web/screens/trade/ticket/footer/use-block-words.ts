import { useBook } from '#web/parts/app-parts.tsx'
import type { MarketDetail } from '#web/parts/market-detail.ts'
import type { TicketBlock } from '#web/parts/ticket/ticket-types.ts'

/** Why nothing can be placed in a market now: with when it opens again, and whether it is our own connection that is down. */
export function useBlockWords({ label, isClosed, isStale }: MarketDetail): (block: TicketBlock) => string {
  const t = useBook('ticket')
  return (block) => {
    if (block === 'market_closed' && isClosed && label !== undefined) return label
    if (block === 'stale_price' && !isStale) return t('prices.stale')
    return t(`ticket.block.${block}`)
  }
}
