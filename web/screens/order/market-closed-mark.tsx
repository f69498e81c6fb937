import { useSyncExternalStore } from 'react'
import { Badge } from '#ui/badge.tsx'
import { useParts, useTranslate } from '#web/parts/app-parts.tsx'

/** That nothing can be done there at the moment, and why the price does not move. Nothing while the market is open. */
export function MarketClosedMark({ marketId }: { marketId: number }) {
  const t = useTranslate()
  const quote = useParts().markets.quote(marketId)
  const state = useSyncExternalStore(quote.subscribe, () => quote.getSnapshot()?.state ?? 'open')
  if (state === 'open') return null
  return <Badge tone={state === 'stale' ? 'warn' : 'neutral'}>{t(`market.${state}`)}</Badge>
}
