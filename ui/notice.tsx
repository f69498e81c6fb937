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
  /** Makes the whole notice a button that opens a dialog. */
  readonly onPress?: (() => void) | undefined
  readonly className?: string | undefined
  readonly children: ReactNode
}

const tones = {
  neutral: 'border-dashed border-line text-dim',
  warn: 'border-transparent bg-warn-soft text-warn',
  danger: 'border-transparent bg-danger-soft text-danger',
} as const

/** A one-line status message: simulated prices, offline, market closed. */
export function Notice(props: NoticeProps) {
  const { tone = 'neutral', icon, live = false, action, onPress, className, children } = props
  const isButton = onPress !== undefined
  const Root = isButton ? 'button' : 'div'
  return (
    <Root
      {...(isButton ? { type: 'button', onClick: onPress, 'aria-haspopup': 'dialog' } : {})}
      className={classes(
        'flex items-center gap-2 rounded-8 border px-3 py-1.5 text-12',
        tones[tone],
        isButton && 'relative w-full text-start after:absolute after:inset-x-0 after:-inset-y-2',
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
      {/* A button can be narrower than its longest word, but a box around it cannot. */}
      {action === undefined || action === null ? null : <span className="flex">{action}</span>}
    </Root>
  )
}
