import { Badge } from '#ui/badge.tsx'
import { classes } from '#ui/classes.ts'
import { ageInUnits } from '#web/live/quote-age.ts'
import { useConnectionStatus, useParts, useStore, useTranslate } from '#web/parts/app-parts.tsx'

/** How old the prices beside it are, while the line is gone. */
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

/** Beside money that is pushed, while nothing comes: so that no figure that stands still looks alive. */
export function StaleBadge({ className }: { className?: string }) {
  const t = useTranslate()
  // The account's own figures come on the same line as prices.
  const isGone = useConnectionStatus() === 'gone'
  return (
    <span className={className} role="status">
      {isGone ? <Badge tone="warn">{t('market.stale')}</Badge> : null}
    </span>
  )
}
