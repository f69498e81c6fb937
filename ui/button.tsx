import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import type { IconName } from '#ui/icon-paths.ts'
import { Pressable, type PressTarget } from '#ui/pressable.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useUiLabels } from '#ui/ui-labels.tsx'

export type ButtonVariant = 'primary' | 'strong' | 'secondary' | 'quiet' | 'danger' | 'rise' | 'fall'
type ButtonSize = 'small' | 'medium' | 'large'

interface ButtonStyle {
  readonly variant?: ButtonVariant | undefined
  readonly size?: ButtonSize | undefined
  readonly full?: boolean | undefined
}

const variants: Readonly<Record<ButtonVariant, string>> = {
  primary: 'bg-accent text-accent-ink border-transparent',
  strong: 'bg-text text-ground border-transparent',
  secondary: 'bg-transparent text-text border-line hover:bg-hover',
  quiet: 'bg-transparent text-accent border-transparent hover:bg-accent-soft',
  danger: 'bg-danger text-on-danger border-transparent',
  rise: 'bg-rise text-on-rise border-transparent',
  fall: 'bg-fall text-on-fall border-transparent',
}

/** A small button is drawn 36 px high; its `::after` extends the touch target to 44 px. */
const sizes: Readonly<Record<ButtonSize, string>> = {
  small:
    'min-h-9 min-w-11 px-3 py-1.5 rounded-8 text-13 font-semibold after:absolute after:inset-x-0 after:-inset-y-1',
  medium: 'min-h-11 min-w-11 px-4 py-2 rounded-8 text-15 font-semibold',
  large: 'min-h-13 px-6 py-3 rounded-16 text-17 font-semibold',
}

export function buttonClasses({ variant = 'primary', size = 'medium', full = false }: ButtonStyle): string {
  return classes(
    'relative inline-grid place-items-center border text-center select-none transition-[background-color,opacity,scale]',
    'active:scale-[.98] disabled:opacity-45 disabled:pointer-events-none aria-disabled:active:scale-100',
    variants[variant],
    sizes[size],
    full && 'w-full',
  )
}

export interface ButtonProps extends ComponentProps<'button'>, ButtonStyle {
  /** While true, shows a spinner, keeps width and focus, and ignores presses. */
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
      {busy ? <BusyIndicator /> : null}
    </button>
  )
}

function BusyIndicator() {
  const labels = useUiLabels()
  return (
    <span className="absolute inset-0 grid place-items-center">
      <Spinner />
      <span className="sr-only">{labels.loading}</span>
    </span>
  )
}

interface ButtonLinkProps extends ButtonStyle, PressTarget {
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A link styled as a button. */
export function ButtonLink({ variant, size, full, className, children, ...target }: ButtonLinkProps) {
  return (
    <Pressable {...target} className={classes(buttonClasses({ variant, size, full }), className)}>
      <span className="inline-flex items-center justify-center gap-2">{children}</span>
    </Pressable>
  )
}
