import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import { type PullPhase, pullCloseMs, pullDistance, pullPhase, pullRestPx } from '#ui/pull-gesture.ts'
import { useScrollContainer } from '#ui/scroll-container.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useUiLabels } from '#ui/ui-labels.tsx'
import { useLatest } from '#ui/use-latest.ts'

interface PullToRefreshProps {
  readonly onRefresh?: (() => void) | undefined
  readonly children: ReactNode
}

/** Calls `onRefresh` when the content is pulled down. */
export function PullToRefresh({ onRefresh, children }: PullToRefreshProps) {
  const { phase, host } = usePullToRefresh(onRefresh)
  const isHeld = phase === 'pulling' || phase === 'ready'
  return (
    <div className="relative" ref={host}>
      <div
        aria-live="polite"
        className="absolute inset-x-0 top-0 flex h-(--pull) items-center justify-center gap-2 overflow-hidden text-12 text-dim"
      >
        {phase === 'idle' ? null : <PullIndicator phase={phase} />}
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

function PullIndicator({ phase }: { phase: Exclude<PullPhase, 'idle'> }) {
  const labels = useUiLabels()
  if (phase === 'refreshing') {
    return (
      <>
        <Spinner size={16} /> {labels.refreshing}
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
      {phase === 'ready' ? labels.releaseToRefresh : labels.pullToRefresh}
    </>
  )
}

interface Pull {
  readonly phase: PullPhase
  /** The pull distance is set on it as `--pull`, so that a move does not cause a render. */
  readonly host: RefObject<HTMLDivElement | null>
}

/** Tracks a downward touch while the screen is scrolled to its top. */
function usePullToRefresh(onRefresh: (() => void) | undefined): Pull {
  const container = useScrollContainer()
  const host = useRef<HTMLDivElement>(null)
  const refresh = useLatest(onRefresh)
  const [phase, setPhase] = useState<PullPhase>('idle')
  const enabled = onRefresh !== undefined

  useEffect(() => {
    const scroller = container?.current ?? host.current
    if (!enabled || scroller === null) return
    let from: { x: number; y: number } | null = null
    let now: PullPhase = 'idle'
    let timer: ReturnType<typeof setTimeout> | undefined

    const show = (next: PullPhase, distancePx: number) => {
      now = next
      host.current?.style.setProperty('--pull', `${distancePx}px`)
      setPhase(next)
    }
    const start = (event: TouchEvent) => {
      const touch = event.touches[0]
      const isFree = now === 'idle' && event.touches.length === 1 && topOf(container?.current ?? null) <= 0
      from = isFree && touch !== undefined ? { x: touch.clientX, y: touch.clientY } : null
    }
    const move = (event: TouchEvent) => {
      const touch = event.touches[0]
      if (from === null || touch === undefined) return
      const down = touch.clientY - from.y
      const isElsewhere = now === 'idle' && (down <= 0 || Math.abs(touch.clientX - from.x) > down)
      if (isElsewhere) {
        from = null
        return
      }
      if (event.cancelable) event.preventDefault()
      const distancePx = pullDistance(down)
      show(pullPhase(distancePx), distancePx)
    }
    const end = () => {
      from = null
      if (now !== 'ready') {
        if (now === 'pulling') show('idle', 0)
        return
      }
      show('refreshing', pullRestPx)
      refresh.current?.()
      timer = setTimeout(() => show('idle', 0), pullCloseMs)
    }
    const cancel = () => {
      from = null
      if (now === 'pulling' || now === 'ready') show('idle', 0)
    }

    scroller.addEventListener('touchstart', start, { passive: true })
    scroller.addEventListener('touchmove', move, { passive: false })
    scroller.addEventListener('touchend', end)
    scroller.addEventListener('touchcancel', cancel)
    return () => {
      clearTimeout(timer)
      // The screen may be hidden in the middle of a pull. It must not reappear half pulled.
      setPhase('idle')
      scroller.removeEventListener('touchstart', start)
      scroller.removeEventListener('touchmove', move)
      scroller.removeEventListener('touchend', end)
      scroller.removeEventListener('touchcancel', cancel)
    }
  }, [refresh, container, enabled])

  return { phase, host }
}

function topOf(element: HTMLElement | null): number {
  return element?.scrollTop ?? document.scrollingElement?.scrollTop ?? 0
}
