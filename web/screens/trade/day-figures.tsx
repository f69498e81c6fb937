import { Figure } from '#ui/figure.tsx'
import { Stat } from '#ui/stat.tsx'
import type { ListedMarket } from '#web/markets/markets-types.ts'
import { useParts, useTranslate } from '#web/parts/app-parts.tsx'
import { useStore } from '#web/parts/use-store.ts'

/** The last 24 hours in four figures. */
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
