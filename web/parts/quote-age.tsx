import { classes } from '#ui/classes.ts'
import { ageOf } from '#web/live/quote-age.ts'
import { useParts, useTranslate } from '#web/parts/app-parts.tsx'
import { useStore } from '#web/parts/use-store.ts'

/** How old the prices beside it are, while the line is gone. */
export function QuoteAge({ className }: { className?: string | undefined }) {
  const t = useTranslate()
  const age = ageOf(useStore(useParts().quoteAge))
  if (age === undefined) return null
  return (
    <span className={classes('text-12 whitespace-nowrap text-warn tabular-nums', className)} dir="auto">
      {t(`connection.age.${age.unit}`, { count: age.count })}
    </span>
  )
}
