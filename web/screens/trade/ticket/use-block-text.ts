import { useDictionary } from '#web/parts/app-parts.tsx'
import type { MarketStatus } from '#web/parts/market/market-status.tsx'
import type { TicketBlock } from '#web/parts/ticket/ticket-types.ts'

/** Why nothing can be placed in a market now: with when it opens again, where that is known. */
export function useBlockText({ label, isClosed }: MarketStatus): (block: TicketBlock) => string {
  const t = useDictionary('ticket')
  return (block) => {
    if (block === 'market_closed' && isClosed && label !== undefined) return label
    if (block === 'reconnecting') return t('connection.reconnecting')
    return t(`ticket.block.${block}`)
  }
}
