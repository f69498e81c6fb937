import { Badge } from '#ui/badge.tsx'
import { useParts, useTranslate } from '#web/parts/app-parts.tsx'

/** Home says it in a sentence; here one word must do. */
export function SimulatedMark() {
  const t = useTranslate()
  const { hasSimulatedPrices } = useParts()
  return hasSimulatedPrices ? (
    <Badge className="shrink" tone="warn">
      {t('trade.simulated')}
    </Badge>
  ) : null
}
