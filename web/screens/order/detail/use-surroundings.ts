import { useMemo } from 'react'
import { useParts } from '#web/parts/app-parts.tsx'
import type { TicketSurroundings } from '#web/parts/ticket/ticket-types.ts'
import { useLine } from '#web/parts/use-line.ts'
import { useRate } from '#web/parts/use-rate.ts'
import { useStore } from '#web/parts/use-store.ts'

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
