import { useDictionary } from '#web/parts/app-parts.tsx'
import type { MarketStatus } from '#web/parts/market/market-status.tsx'
import type { TicketBlock } from '#web/parts/ticket/ticket-types.ts'

/** Explains why no order can be placed in a market, including its next opening time if known. */
export function useBlockText({ label, isClosed }: MarketStatus): (block: TicketBlock) => string {
  const t = useDictionary('ticket')
  return (block) => {
    if (block === 'market_closed' && isClosed && label !== undefined) return label
    if (block === 'reconnecting') return t('connection.reconnecting')
    return t(`ticket.block.${block}`)
  }
}
