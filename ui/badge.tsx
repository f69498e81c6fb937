import type { ReactNode } from 'react'
import { classes } from '#ui/classes.ts'

export type BadgeTone = 'neutral' | 'rise' | 'fall' | 'good' | 'danger' | 'warn' | 'accent'

const tones: Readonly<Record<BadgeTone, string>> = {
  neutral: 'border-line text-dim',
  rise: 'border-transparent bg-rise-soft text-rise',
  fall: 'border-transparent bg-fall-soft text-fall',
  good: 'border-transparent bg-good-soft text-good',
  danger: 'border-transparent bg-danger-soft text-danger',
  warn: 'border-transparent bg-warn-soft text-warn',
  accent: 'border-transparent bg-accent-soft text-accent',
}

export interface BadgeProps {
  readonly tone?: BadgeTone | undefined
  readonly className?: string | undefined
  readonly children: ReactNode
}

export function Badge({ tone = 'neutral', className, children }: BadgeProps) {
  return (
    <span
      className={classes(
        'inline-flex items-center justify-center rounded-8 border px-2 py-px text-12 font-semibold whitespace-nowrap',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}
