import type { ReactNode } from 'react'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import type { PullPhase } from '#ui/pull.ts'
import { Spinner } from '#ui/spinner.tsx'
import { useUiWords } from '#ui/ui-words.tsx'
import { usePullToRefresh } from '#ui/use-pull-to-refresh.ts'

export interface PullToRefreshProps {
  readonly onRefresh?: (() => void) | undefined
  readonly children: ReactNode
}

/** Refreshes its content on a pull down. */
export function PullToRefresh({ onRefresh, children }: PullToRefreshProps) {
  const { phase, host } = usePullToRefresh(onRefresh)
  const isHeld = phase === 'pulling' || phase === 'ready'
  return (
    <div className="relative" ref={host}>
      <div
        aria-live="polite"
        className="absolute inset-x-0 top-0 flex h-(--pull) items-center justify-center gap-2 overflow-hidden text-12 text-dim"
      >
        {phase === 'idle' ? null : <PullMark phase={phase} />}
      </div>
      <div
        className={classes(!isHeld && 'transition-transform duration-200')}
        style={phase === 'idle' ? undefined : { transform: 'translateY(var(--pull))' }}
      >
        {children}
      </div>
    </div>
  )
}

function PullMark({ phase }: { phase: Exclude<PullPhase, 'idle'> }) {
  const words = useUiWords()
  if (phase === 'refreshing') {
    return (
      <>
        <Spinner size={16} /> {words.refreshing}
      </>
    )
  }
  return (
    <>
      <Icon
        className={classes('transition-[rotate]', phase === 'ready' && 'rotate-180')}
        name="arrow-down"
        size={16}
      />
      {phase === 'ready' ? words.releaseToRefresh : words.pullToRefresh}
    </>
  )
}
