import { classes } from '#ui/classes.ts'
import { Figure } from '#ui/figure.tsx'
import type { ListedMarket } from '#web/markets/markets-types.ts'
import { useTranslate } from '#web/parts/app-parts.tsx'
import { toneOfChange, useMarketDetail } from '#web/parts/market-detail.ts'
import { MarketMark } from '#web/parts/market-mark.tsx'
import { hasPip } from '#web/parts/market-row.tsx'
import { QuoteAge } from '#web/parts/quote-age.tsx'

/** The newest bid, large, and how far it moved; or why it does not move. */
export function PriceLine({ market }: { market: ListedMarket }) {
  const t = useTranslate()
  const detail = useMarketDetail(market.id)
  const { quote, isClosed, isStale, isFresh } = detail
  return (
    <div className="@container flex flex-wrap items-baseline gap-x-3 gap-y-1 px-4">
      <span>
        <span className="sr-only">{t('trade.last')} </span>
        <Figure
          className={classes('text-28 font-bold tracking-tight', !isFresh && 'text-dim')}
          decimals={market.precision}
          flash
          fraction={hasPip(market.precision) ? 'pip' : 'full'}
          tone={isFresh ? toneOfChange(quote?.changePercent) : 'neutral'}
          value={quote?.bid}
        />
      </span>
      <span className={classes(!isFresh && 'text-dim')}>
        <span className="sr-only">{t('trade.change')} </span>
        <Figure
          className="text-13 font-semibold"
          decimals={2}
          plus
          tone={isFresh ? 'sign' : 'neutral'}
          unit="%"
          value={quote?.changePercent}
        />
      </span>
      {isClosed || isStale ? <MarketMark detail={detail} /> : null}
      <QuoteAge />
    </div>
  )
}
