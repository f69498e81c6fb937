import { Badge } from '#ui/badge.tsx'
import { classes } from '#ui/classes.ts'
import { ageInUnits } from '#web/live/quote-age.ts'
import { useConnectionStatus, useParts, useStore, useTranslate } from '#web/parts/app-parts.tsx'

/** Shows the age of the displayed prices while disconnected. */
export function QuoteAge({ className }: { className?: string | undefined }) {
  const t = useTranslate()
  const age = ageInUnits(useStore(useParts().quoteAge))
  if (age === undefined) return null
  return (
    <span className={classes('text-12 whitespace-nowrap text-warn tabular-nums', className)} dir="auto">
      {t(`connection.age.${age.unit}`, { count: age.count })}
    </span>
  )
}

/** Marks live amounts as stale while disconnected. */
export function StaleBadge({ className }: { className?: string }) {
  const t = useTranslate()
  // Account figures and prices arrive on the same connection.
  const isGone = useConnectionStatus() === 'gone'
  return (
    <span className={className} role="status">
      {isGone ? <Badge tone="warn">{t('market.stale')}</Badge> : null}
    </span>
  )
}
