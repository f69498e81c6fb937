import { Notice } from '#ui/notice.tsx'
import { useParts, useTranslate } from '#web/parts/app-parts.tsx'

/** One quiet line that says prices are made up. Nothing where they are real. */
export function PricesNotice({ className }: { className?: string | undefined }) {
  const t = useTranslate()
  const { hasSimulatedPrices } = useParts()
  return hasSimulatedPrices ? <Notice className={className}>{t('prices.simulated')}</Notice> : null
}
