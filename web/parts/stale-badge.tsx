import { Badge } from '#ui/badge.tsx'
import { useParts, useTranslate } from '#web/parts/app-parts.tsx'
import { useStore } from '#web/parts/use-store.ts'

/** Beside money that is pushed, while nothing comes: so that no figure that stands still looks alive. */
export function StaleBadge({ className }: { className?: string }) {
  const t = useTranslate()
  const { markets } = useParts()
  // Of the connection alone, whoever watches prices: the account's own figures come the same way.
  const isLive = useStore(markets.isLive)
  return (
    <span className={className} role="status">
      {isLive ? null : <Badge tone="warn">{t('market.stale')}</Badge>}
    </span>
  )
}
