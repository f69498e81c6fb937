import { useSyncExternalStore } from 'react'
import { useParts } from '#web/parts/app-parts.tsx'
import { useStore } from '#web/parts/use-store.ts'

/** Why nothing can be opened, closed or set in a market now. */
export type ActBlock = 'market_closed' | 'stale_price'

/** A market of which nothing is known here is left to the server to judge. Prices do not show anew whoever calls this. */
export function useActBlock(marketId: number): ActBlock | undefined {
  const { markets } = useParts()
  const quote = markets.quote(marketId)
  const state = useSyncExternalStore(quote.subscribe, () => quote.getSnapshot()?.state)
  const isLive = useStore(markets.isLive)
  if (state === 'closed') return 'market_closed'
  return state === 'stale' || !isLive ? 'stale_price' : undefined
}
