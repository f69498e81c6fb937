import { useBook, useParts } from '#web/parts/app-parts.tsx'
import { useTicketOf } from '#web/screens/trade/ticket/ticket-provider.tsx'

/** Puts before what is said the market it is about, where that is another than the ticket's: after a reload it may be. */
export function useOfMarket(): (marketId: number, words: string) => string {
  const t = useBook('ticket')
  const { markets } = useParts()
  const { market } = useTicketOf()
  return (marketId, words) => {
    if (marketId === market.id) return words
    const other = markets.list.getSnapshot().markets.find(({ id }) => id === marketId)
    return other === undefined ? words : t('ticket.of_market', { market: other.showCode, words })
  }
}
