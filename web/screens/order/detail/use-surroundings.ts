import { useMemo } from 'react'
import { useLine, useParts, useStore } from '#web/parts/app-parts.tsx'
import { useRate } from '#web/parts/market/use-usd-rate.ts'
import type { TicketSurroundings } from '#web/parts/ticket/ticket-types.ts'

/** Live prices, account and orders that a new order in this market is judged on. Undefined until the market is known. */
export function useSurroundings(marketId: number, quoteCurrency: string): TicketSurroundings | undefined {
  const { markets, portfolio } = useParts()
  const market = useStore(markets.list).markets.find(({ id }) => id === marketId)
  const quote = useStore(markets.quote(marketId))
  const line = useLine()
  const rate = useRate(quoteCurrency)
  const funds = useStore(portfolio.funds)
  const { status, open } = useStore(portfolio.standing)
  return useMemo(
    () =>
      market === undefined
        ? undefined
        : {
            ...{ market, quote, line, rate },
            account: funds.kind === 'known' ? funds.amounts : undefined,
            open: status === 'ready' ? open : undefined,
          },
    [market, quote, line, rate, funds, status, open],
  )
}
