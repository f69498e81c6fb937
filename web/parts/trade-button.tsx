import { Button, type ButtonProps } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { useConnectionStatus, useTranslate } from '#web/parts/app-parts.tsx'

/**
 * A button that sends a trade action. While disconnected it does nothing and says why. It uses `aria-disabled`
 * instead of `disabled`, so that it keeps the keyboard focus until the connection is back.
 */
export function TradeButton({ children, disabled, onClick, variant, className, ...rest }: ButtonProps) {
  const t = useTranslate()
  const connection = useConnectionStatus()
  const isBlocked = connection !== 'up' && rest.busy !== true
  return (
    <Button
      {...rest}
      {...(isBlocked ? { 'aria-disabled': true } : {})}
      className={classes(className, isBlocked && 'text-dim!')}
      disabled={disabled === true && connection !== 'gone'}
      onClick={isBlocked ? undefined : onClick}
      variant={isBlocked ? 'secondary' : variant}
    >
      {isBlocked && connection === 'gone' ? (
        <>
          {/* Keeps the width of the button, so that its neighbours do not move. */}
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

/** Makes the confirm button of a Dialog behave like a `TradeButton`: spread the result into the props of the Dialog. */
export function useTradeConfirm(label: string): { confirmLabel: string; isConfirmBlocked: boolean } {
  const t = useTranslate()
  const connection = useConnectionStatus()
  return {
    confirmLabel: connection === 'gone' ? t('connection.reconnecting') : label,
    isConfirmBlocked: connection !== 'up',
  }
}
