import { Badge } from '#ui/badge.tsx'
import { Notice } from '#ui/notice.tsx'
import { useAccount, useParts, useTranslate } from '#web/parts/app-parts.tsx'

/** Marks money of a demo account. Show it wherever money is displayed or put at risk. */
export function DemoBadge({ className }: { className?: string }) {
  const t = useTranslate()
  const account = useAccount()
  if (account.kind !== 'known' || account.user.is_demo !== 1) return null
  return (
    <Badge className={className} tone="warn">
      {t('app.demo')}
    </Badge>
  )
}

/** Says that prices are simulated. Renders nothing on a real feed. */
export function SimulatedPricesNotice({ className }: { className?: string | undefined }) {
  const t = useTranslate()
  const { hasSimulatedPrices } = useParts()
  return hasSimulatedPrices ? <Notice className={className}>{t('prices.simulated')}</Notice> : null
}
