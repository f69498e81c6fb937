import { useMemo, useSyncExternalStore } from 'react'
import { languageOf } from '#i18n/languages.ts'
import type { MarketQuote } from '#web/markets/markets-types.ts'
import { openingTime } from '#web/markets/opening-time.ts'
import { useParts, useWords } from '#web/parts/app-parts.tsx'
import { useLine } from '#web/parts/use-line.ts'

/** What stands beside a price: how far it moved, or why that does not matter now. */
export type MarketDetail = {
  readonly quote: MarketQuote | undefined
  readonly isClosed: boolean
  /** Open, but its own prices are too old. */
  readonly isStale: boolean
  /** Neither closed nor stale, and the line is there. */
  readonly isFresh: boolean
  /** What is said in place of the change while it is closed or stale. */
  readonly label: string | undefined
}

/** The quote is followed only while `isFollowed`: a row out of sight costs nothing. */
export function useMarketDetail(marketId: number, isFollowed = true): MarketDetail {
  const { markets } = useParts()
  const { t } = useWords()
  const store = markets.quote(marketId)
  const quote = useSyncExternalStore(isFollowed ? store.subscribe : neverTold, store.getSnapshot)
  const isGone = useLine() === 'gone'
  const isClosed = quote?.state === 'closed'
  const isStale = quote?.state === 'stale'
  const opening = useOpening(isClosed ? quote.nextOpenMs : undefined)
  const closed = opening === undefined ? t('market.closed') : t('market.closed_until', { time: opening })
  const label = isClosed ? closed : isStale ? t('market.stale') : undefined
  return { quote, isClosed, isStale, isFresh: !isGone && !isClosed && !isStale, label }
}

function useOpening(nextOpenMs: number | undefined): string | undefined {
  const { now } = useParts()
  const { locale } = languageOf(useWords().language)
  return useMemo(() => {
    const nowMs = now()
    // A moment that has passed already tells nobody when to come back.
    return nextOpenMs === undefined || nextOpenMs <= nowMs
      ? undefined
      : openingTime({ nextOpenMs, nowMs, locale })
  }, [nextOpenMs, locale, now])
}

export function toneOfChange(changePercent: number | null | undefined): 'rise' | 'fall' | 'neutral' {
  if (changePercent === null || changePercent === undefined || changePercent === 0) return 'neutral'
  return changePercent > 0 ? 'rise' : 'fall'
}

const neverTold = () => () => undefined
