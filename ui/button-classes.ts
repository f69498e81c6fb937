import { classes } from '#ui/classes.ts'

export type ButtonVariant = 'primary' | 'strong' | 'secondary' | 'quiet' | 'danger' | 'rise' | 'fall'
export type ButtonSize = 'small' | 'medium' | 'large'

export interface ButtonLook {
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

export function buttonClasses({ variant = 'primary', size = 'medium', full = false }: ButtonLook): string {
  return classes(
    'relative inline-grid place-items-center border text-center select-none transition-[background-color,opacity,scale]',
    'active:scale-[.98] disabled:opacity-45 disabled:pointer-events-none aria-disabled:active:scale-100',
    variants[variant],
    sizes[size],
    full && 'w-full',
  )
}
