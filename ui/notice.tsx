import type { ReactNode } from 'react'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import type { IconName } from '#ui/icon-paths.ts'

export interface NoticeProps {
  readonly tone?: 'neutral' | 'warn' | 'danger' | undefined
  /** Replaces the dot. */
  readonly icon?: IconName | undefined
  /** True if screen readers should announce the notice when it appears. */
  readonly live?: boolean | undefined
  readonly action?: ReactNode
  readonly className?: string | undefined
  readonly children: ReactNode
}

const tones = {
  neutral: 'border-dashed border-line text-dim',
  warn: 'border-transparent bg-warn-soft text-warn',
  danger: 'border-transparent bg-danger-soft text-danger',
} as const

/** A one-line status message: simulated prices, offline, market closed. */
export function Notice({ tone = 'neutral', icon, live = false, action, className, children }: NoticeProps) {
  return (
    <div
      className={classes(
        'flex items-center gap-2 rounded-8 border px-3 py-1.5 text-12',
        tones[tone],
        className,
      )}
      role={live ? 'status' : undefined}
    >
      {icon === undefined ? (
        <span
          className={classes('size-1.5 shrink-0 rounded-full', tone === 'neutral' ? 'bg-warn' : 'bg-current')}
        />
      ) : (
        <Icon name={icon} size={16} />
      )}
      <span className="min-w-0 grow">{children}</span>
      {action}
    </div>
  )
}
