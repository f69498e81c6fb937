import type { ReactNode } from 'react'
import { classes } from '#ui/classes.ts'
import { Figure } from '#ui/figure.tsx'
import type { ListedMarket } from '#web/markets/markets-types.ts'
import { useTranslate } from '#web/parts/app-parts.tsx'
import { useMarketDetail } from '#web/parts/market-detail.ts'
import { hasPip } from '#web/parts/market-row.tsx'
import { spreadOf } from '#web/screens/trade/spread.ts'

/** What it can be sold and bought for, and what lies between. */
export function QuotePanel({ market }: { market: ListedMarket }) {
  const t = useTranslate()
  const { quote, isFresh } = useMarketDetail(market.id)
  const spread = spreadOf(quote, market.precision)
  const price = (value: number | null | undefined) => (
    <Figure
      className={classes('text-17 font-semibold', !isFresh && 'text-dim')}
      decimals={market.precision}
      flash
      fraction={hasPip(market.precision) ? 'pip' : 'full'}
      value={value}
    />
  )
  return (
    <div className="@container">
      <div className="relative grid grid-cols-2 gap-2 @max-[12rem]:grid-cols-1 @max-[12rem]:gap-1">
        <Side label={t('trade.bid')}>{price(quote?.bid)}</Side>
        <Side label={t('trade.ask')}>{price(quote?.ask)}</Side>
        <span className={spreadLook}>
          <span className="sr-only @max-[12rem]:not-sr-only">{t('trade.spread')} </span>
          <Figure decimals={spread?.decimals} value={spread?.value} />
        </span>
      </div>
    </div>
  )
}

/** Between the two; below them where letters are so large that it would cover the prices. */
const spreadLook = classes(
  'absolute start-1/2 top-1/2 -translate-y-1/2 rounded-8 border border-line bg-ground px-1.5 text-12 text-dim ltr:-translate-x-1/2 rtl:translate-x-1/2',
  '@max-[12rem]:static @max-[12rem]:translate-none! @max-[12rem]:border-0 @max-[12rem]:px-2',
)

function Side({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col items-center rounded-16 border border-line bg-surface px-2 py-1.5 text-center @max-[12rem]:flex-row @max-[12rem]:justify-between @max-[12rem]:py-0">
      <span className="text-12 text-dim">{label}</span>
      {children}
    </div>
  )
}
