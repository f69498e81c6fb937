import { Button, type ButtonProps } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import type { LineState } from '#web/live/line.ts'
import { useParts, useTranslate } from '#web/parts/app-parts.tsx'
import { useStore } from '#web/parts/use-store.ts'

/** Whether orders can be sent now, and whether that must be said. */
export function useLine(): LineState {
  return useStore(useParts().line)
}

/**
 * A button that sends an order or changes one. Without a line it does nothing and says why; it keeps the focus, so that
 * it can be pressed when the line is back.
 */
export function LineButton({ children, disabled, onClick, variant, className, ...rest }: ButtonProps) {
  const t = useTranslate()
  const line = useLine()
  const isBlocked = line !== 'up' && rest.busy !== true
  return (
    <Button
      {...rest}
      {...(isBlocked ? { 'aria-disabled': true } : {})}
      className={classes(className, isBlocked && 'text-dim!')}
      disabled={disabled === true && line !== 'gone'}
      onClick={isBlocked ? undefined : onClick}
      variant={isBlocked ? 'secondary' : variant}
    >
      {isBlocked && line === 'gone' ? t('connection.reconnecting') : children}
    </Button>
  )
}

/** What a Dialog whose confirmation sends an order takes instead of its own label. */
export function useLineConfirm(label: string): { confirmLabel: string; isConfirmBlocked: boolean } {
  const t = useTranslate()
  const line = useLine()
  return {
    confirmLabel: line === 'gone' ? t('connection.reconnecting') : label,
    isConfirmBlocked: line !== 'up',
  }
}

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

export type Age = { readonly unit: 'seconds' | 'minutes'; readonly count: number }

export function ageOf(seconds: number | undefined): Age | undefined {
  if (seconds === undefined) return undefined
  return seconds < 60
    ? { unit: 'seconds', count: seconds }
    : { unit: 'minutes', count: Math.floor(seconds / 60) }
}
