import type { ComponentProps, MouseEvent } from 'react'
import { type ButtonLook, buttonClasses } from '#ui/button-classes.ts'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import type { IconName } from '#ui/icon-paths.ts'
import { Spinner } from '#ui/spinner.tsx'
import { useUiWords } from '#ui/ui-words.tsx'

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Shows a spinner, keeps width and focus, and ignores presses. */
  readonly busy?: boolean | undefined
  readonly icon?: IconName | undefined
}

export function Button(props: ButtonProps) {
  const {
    variant,
    size,
    full,
    busy = false,
    icon,
    className,
    children,
    onClick,
    type = 'button',
    ...rest
  } = props
  // Not `disabled` while busy: that would drop the focus, and with it the position of a screen reader.
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      className={classes(buttonClasses({ variant, size, full }), className)}
      onClick={handleClick}
      type={type}
      {...rest}
    >
      <span className={classes('inline-flex items-center justify-center gap-2', busy && 'opacity-0')}>
        {icon === undefined ? null : <Icon name={icon} size={20} />}
        {children}
      </span>
      {busy ? <BusyMark /> : null}
    </button>
  )
}

function BusyMark() {
  const words = useUiWords()
  return (
    <span className="absolute inset-0 grid place-items-center">
      <Spinner />
      <span className="sr-only">{words.loading}</span>
    </span>
  )
}
