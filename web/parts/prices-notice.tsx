import { Notice } from '#ui/notice.tsx'
import { useParts, useTranslate } from '#web/parts/app-parts.tsx'
import { useStore } from '#web/parts/use-store.ts'

/** One quiet line on what prices are worth: that they are made up, that they have stopped. Nothing when neither is so. */
export function PricesNotice({ className }: { className?: string | undefined }) {
  const t = useTranslate()
  const { markets, hasSimulatedPrices } = useParts()
  const isLive = useStore(markets.isLive)
  if (isLive && !hasSimulatedPrices) return null
  if (isLive) return <Notice className={className}>{t('prices.simulated')}</Notice>
  return (
    <Notice className={className} icon="offline" live tone="warn">
      {t(hasSimulatedPrices ? 'prices.simulated_stale' : 'prices.stale')}
    </Notice>
  )
}
