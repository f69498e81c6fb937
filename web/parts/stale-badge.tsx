import { Badge } from '#ui/badge.tsx'
import { useTranslate } from '#web/parts/app-parts.tsx'
import { useLine } from '#web/parts/use-line.ts'

/** Beside money that is pushed, while nothing comes: so that no figure that stands still looks alive. */
export function StaleBadge({ className }: { className?: string }) {
  const t = useTranslate()
  // The account's own figures come on the same line as prices.
  const isGone = useLine() === 'gone'
  return (
    <span className={className} role="status">
      {isGone ? <Badge tone="warn">{t('market.stale')}</Badge> : null}
    </span>
  )
}
