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
  /** A small dot that marks news. Mention it in `label` too. */
  readonly dot?: boolean | undefined
  readonly disabled?: boolean | undefined
  readonly className?: string | undefined
}

export function IconButton({ icon, label, size = 22, dot = false, className, ...rest }: IconButtonProps) {
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
      {dot ? (
        <span className="absolute end-2.5 top-2.5 size-2 rounded-full border border-ground bg-accent" />
      ) : null}
    </Pressable>
  )
}
