import { useState } from 'react'
import { classes } from '#ui/classes.ts'
import { Figure } from '#ui/figure.tsx'
import { Icon } from '#ui/icon.tsx'
import { Stat } from '#ui/stat.tsx'
import type { ListedMarket } from '#web/markets/markets-types.ts'
import { useParts, useStore, useTranslate } from '#web/parts/app-parts.tsx'
import { useLateOverlay } from '#web/parts/late-code.tsx'
import { hasFractionalPip } from '#web/parts/market/market-list.tsx'
import { changeTone, MarketStatusBadge, useMarketStatus } from '#web/parts/market/market-status.tsx'
import { QuoteAge } from '#web/parts/stale-prices.tsx'

const pickerCode = { load: async () => (await import('#web/screens/trade/market-picker.tsx')).MarketPicker }

/** Market code and name. A press opens the market picker. */
export function MarketTitle({ market }: { market: ListedMarket }) {
  const t = useTranslate()
  const [isOpen, setIsOpen] = useState(false)
  const MarketPicker = useLateOverlay(pickerCode, isOpen, () => setIsOpen(false))
  return (
    <>
      <button
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        className="-ms-2 min-h-12 max-w-full rounded-8 px-2 text-start transition-colors hover:bg-hover active:bg-hover"
        onClick={() => setIsOpen(true)}
        type="button"
      >
        <span className="flex items-center gap-1">
          <bdi className="truncate">{market.showCode}</bdi>
          <Icon name="chevron-down" size={18} strokeWidth={2.2} />
        </span>
        <bdi className="block truncate text-12 font-normal tracking-normal text-dim">{market.name}</bdi>
        <span className="sr-only">{t('trade.picker.open')}</span>
      </button>
      {MarketPicker === undefined ? null : <MarketPicker isOpen={isOpen} onOpenChange={setIsOpen} />}
    </>
  )
}

/** Current bid and daily change, or why the price is not moving. */
export function PriceLine({ market }: { market: ListedMarket }) {
  const t = useTranslate()
  const detail = useMarketStatus(market.id)
  const { quote, isClosed, isStale, isFresh } = detail
  return (
    <div className="@container flex flex-wrap items-baseline gap-x-3 gap-y-1 px-4">
      <span>
        <span className="sr-only">{t('trade.last')} </span>
        <Figure
          className={classes('text-28 font-bold tracking-tight', !isFresh && 'text-dim')}
          decimals={market.precision}
          flash
          fraction={hasFractionalPip(market.precision) ? 'pip' : 'full'}
          tone={isFresh ? changeTone(quote?.changePercent) : 'neutral'}
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
      {isClosed || isStale ? <MarketStatusBadge status={detail} /> : null}
      <QuoteAge />
    </div>
  )
}

/** High, low, open and volume of the last 24 hours. */
export function DayFigures({ market: { id, precision } }: { market: ListedMarket }) {
  const t = useTranslate()
  const { markets } = useParts()
  const quote = useStore(markets.quote(id))
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(4rem,1fr))] gap-x-2 gap-y-1 px-4 pt-1.5 pb-1">
      <Stat label={t('trade.high')}>
        <Figure decimals={precision} value={quote?.high} />
      </Stat>
      <Stat label={t('trade.low')}>
        <Figure decimals={precision} value={quote?.low} />
      </Stat>
      <Stat label={t('trade.open')}>
        <Figure decimals={precision} value={quote?.open} />
      </Stat>
      <Stat label={t('trade.volume')}>
        <Figure decimals={0} value={quote?.volume} />
      </Stat>
    </div>
  )
}
