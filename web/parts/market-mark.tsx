import { Badge } from '#ui/badge.tsx'
import { Figure } from '#ui/figure.tsx'
import { type MarketDetail, toneOfChange } from '#web/parts/market-detail.ts'

/** The change of the day as a pill, or the word for a market that is closed or stale. */
export function MarketMark({ detail }: { detail: MarketDetail }) {
  const { quote, isClosed, isStale, isFresh, label } = detail
  if (isClosed) {
    return (
      <span
        className="shrink-0 rounded-8 border border-line px-2 py-px text-end text-12 font-medium text-dim @max-[15rem]:shrink @max-[15rem]:whitespace-normal"
        dir="auto"
      >
        {label}
      </span>
    )
  }
  if (isStale)
    return (
      <Badge className="min-w-17" tone="warn">
        {label}
      </Badge>
    )
  return (
    <Badge className="min-w-17" tone={isFresh ? toneOfChange(quote?.changePercent) : 'neutral'}>
      <Figure decimals={2} plus unit="%" value={quote?.changePercent} />
    </Badge>
  )
}
