import type { ComponentProps } from 'react'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import type { IconName } from '#ui/icon-paths.ts'
import { Pressable, type PressTarget } from '#ui/pressable.tsx'

export interface IconButtonProps
  extends PressTarget,
    Pick<ComponentProps<'a'>, 'aria-expanded' | 'aria-haspopup' | 'id'> {
  readonly icon: IconName
  /** Accessible name: what the button does. */
  readonly label: string
  readonly size?: number | undefined
  /** Number of news, shown above the icon unless it is 0. `label` must contain the shown text too. */
  readonly count?: number | undefined
  readonly disabled?: boolean | undefined
  readonly className?: string | undefined
}

/** More than this is shown as `99+`. */
export const mostCounted = 99

export function IconButton({ icon, label, size = 22, count = 0, className, ...rest }: IconButtonProps) {
  return (
    <Pressable
      {...rest}
      aria-label={label}
      className={classes(
        'relative grid size-11 shrink-0 place-items-center rounded-8 transition-[background-color,opacity]',
        'hover:bg-hover active:opacity-70 disabled:opacity-45 disabled:pointer-events-none',
        className,
      )}
    >
      <Icon name={icon} size={size} />
      {count === 0 ? null : (
        // Limited by the viewport width, so that large fonts do not cover the icon. Grows towards the end of the line.
        <span className="absolute start-5 top-0.5 min-w-5 rounded-full border-2 border-ground bg-accent px-0.75 text-[min(0.75rem,3.5vw)] leading-4 font-bold text-accent-ink">
          <bdi dir="ltr">{count > mostCounted ? `${mostCounted}+` : count}</bdi>
        </span>
      )}
    </Pressable>
  )
}
