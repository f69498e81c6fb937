import type { TradingKey } from '#i18n/trading/en.ts'
import type { Translate } from '#i18n/translator.ts'
import { useParts } from '#web/parts/app-parts.tsx'
import { useTicketOf } from '#web/screens/trade/ticket/ticket-provider.tsx'

/** The name of an order's market if the ticket is of another one: after a reload it may be. */
export function useOtherMarket(): (marketId: number) => string | undefined {
  const { markets } = useParts()
  const { market } = useTicketOf()
  return (marketId) => {
    if (marketId === market.id) return undefined
    return markets.list.getSnapshot().markets.find(({ id }) => id === marketId)?.showCode
  }
}

/** Puts the name of a market before words, if there is one. */
export function ofMarket(t: Translate<TradingKey>, market: string | undefined, words: string): string {
  return market === undefined ? words : t('act.of_market', { market, words })
}
