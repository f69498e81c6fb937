import type { ReactNode } from 'react'
import { type ButtonLook, buttonClasses } from '#ui/button-classes.ts'
import { classes } from '#ui/classes.ts'
import { Pressable, type PressTarget } from '#ui/pressable.tsx'

export interface ButtonLinkProps extends ButtonLook, PressTarget {
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
