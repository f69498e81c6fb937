import { useSyncExternalStore } from 'react'
import { useParts } from '#web/parts/app-parts.tsx'

/** Why nothing can be opened, closed or set in a market now, while the line is there. */
export type ActBlock = 'market_closed' | 'stale_price'

/** A market of which nothing is known here is left to the server to judge. Prices do not show anew whoever calls this. */
export function useActBlock(marketId: number): ActBlock | undefined {
  const { markets } = useParts()
  const quote = markets.quote(marketId)
  const state = useSyncExternalStore(quote.subscribe, () => quote.getSnapshot()?.state)
  if (state === 'closed') return 'market_closed'
  return state === 'stale' ? 'stale_price' : undefined
}
