import { Button, type ButtonProps } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { useConnectionStatus, useTranslate } from '#web/parts/app-parts.tsx'

/**
 * A button that sends an order or changes one. Without a line it does nothing and says why; it keeps the focus, so that
 * it can be pressed when the line is back.
 */
export function TradeButton({ children, disabled, onClick, variant, className, ...rest }: ButtonProps) {
  const t = useTranslate()
  const line = useConnectionStatus()
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
      {isBlocked && line === 'gone' ? (
        <>
          {/* It keeps the size of the button, so that none beside it moves. */}
          <span className="invisible">{children}</span>
          <span className="absolute inset-0 grid place-items-center text-13">
            {t('connection.reconnecting')}
          </span>
        </>
      ) : (
        children
      )}
    </Button>
  )
}

/** What a Dialog whose confirmation sends an order takes instead of its own label. */
export function useTradeConfirm(label: string): { confirmLabel: string; isConfirmBlocked: boolean } {
  const t = useTranslate()
  const line = useConnectionStatus()
  return {
    confirmLabel: line === 'gone' ? t('connection.reconnecting') : label,
    isConfirmBlocked: line !== 'up',
  }
}
