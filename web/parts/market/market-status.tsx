import { useMemo, useSyncExternalStore } from 'react'
import { Badge } from '#ui/badge.tsx'
import { Figure } from '#ui/figure.tsx'
import type { MarketQuote } from '#web/markets/markets-types.ts'
import { openingTime } from '#web/markets/opening-time.ts'
import { useConnectionStatus, useParts, useTranslations } from '#web/parts/app-parts.tsx'

export type MarketStatus = {
  readonly quote: MarketQuote | undefined
  readonly isClosed: boolean
  /** Open, but its last quote is too old to trade on. */
  readonly isStale: boolean
  /** Neither closed nor stale, and the app is connected. */
  readonly isFresh: boolean
  /** Shown instead of the day's change while the market is closed or stale. */
  readonly label: string | undefined
}

/** Re-renders on quotes only while `isFollowed`, so that rows outside the viewport cost nothing. */
export function useMarketStatus(marketId: number, isFollowed = true): MarketStatus {
  const { markets } = useParts()
  const { t } = useTranslations()
  const store = markets.quote(marketId)
  const quote = useSyncExternalStore(isFollowed ? store.subscribe : subscribeToNothing, store.getSnapshot)
  const isGone = useConnectionStatus() === 'gone'
  const isClosed = quote?.state === 'closed'
  const isStale = quote?.state === 'stale'
  const opening = useOpeningTime(isClosed ? quote.nextOpenMs : undefined)
  const closed = opening === undefined ? t('market.closed') : t('market.closed_until', { time: opening })
  const label = isClosed ? closed : isStale ? t('market.stale') : undefined
  return { quote, isClosed, isStale, isFresh: !isGone && !isClosed && !isStale, label }
}

function useOpeningTime(nextOpenMs: number | undefined): string | undefined {
  const { now } = useParts()
  const { locale } = useTranslations()
  return useMemo(() => {
    const nowMs = now()
    // An opening time in the past would be misleading.
    return nextOpenMs === undefined || nextOpenMs <= nowMs
      ? undefined
      : openingTime({ nextOpenMs, nowMs, locale })
  }, [nextOpenMs, locale, now])
}

export function changeTone(changePercent: number | null | undefined): 'rise' | 'fall' | 'neutral' {
  if (changePercent === null || changePercent === undefined || changePercent === 0) return 'neutral'
  return changePercent > 0 ? 'rise' : 'fall'
}

const subscribeToNothing = () => () => undefined

/** The day's change, or "closed" or "stale". */
export function MarketStatusBadge({ status }: { status: MarketStatus }) {
  const { quote, isClosed, isStale, isFresh, label } = status
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
    <Badge className="min-w-17" tone={isFresh ? changeTone(quote?.changePercent) : 'neutral'}>
      <Figure decimals={2} plus unit="%" value={quote?.changePercent} />
    </Badge>
  )
}
