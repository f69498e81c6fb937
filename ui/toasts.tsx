import { type PointerEvent, useRef, useSyncExternalStore } from 'react'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import type { IconName } from '#ui/icon-paths.ts'
import type { Toast, Toasts as ToastsStore, ToastTone } from '#ui/toasts-store.ts'
import { useUiLabels } from '#ui/ui-labels.tsx'

const icons: Readonly<Record<ToastTone, { icon: IconName; className: string }>> = {
  neutral: { icon: 'info', className: 'text-accent' },
  good: { icon: 'check-circle', className: 'text-good' },
  danger: { icon: 'warning', className: 'text-danger' },
  warn: { icon: 'warning', className: 'text-warn' },
}

interface ToastsProps {
  readonly store: ToastsStore
  /** Moves the toasts below a banner at the top of the screen. */
  readonly isLowered?: boolean | undefined
}

/** Renders the toasts of a store at the top of the app, away from the thumb and from sheets. Mount one per app. */
export function Toasts({ store, isLowered = false }: ToastsProps) {
  const toasts = useSyncExternalStore(store.subscribe, store.snapshot)
  const labels = useUiLabels()
  return (
    <section
      aria-label={labels.notifications}
      aria-live="polite"
      aria-relevant="additions"
      className="pointer-events-none fixed inset-x-0 top-0 z-70 pt-safe"
      onBlur={store.resume}
      onFocus={store.pause}
      onPointerEnter={store.pause}
      onPointerLeave={store.resume}
    >
      <ol className={classes('column grid grid-cols-1 gap-2 px-4 py-2', isLowered && 'mt-[2.25rem]')}>
        {toasts.map((toast) => (
          <ToastCard key={toast.id} onDismiss={() => store.dismiss(toast.id)} toast={toast} />
        ))}
      </ol>
    </section>
  )
}

function ToastCard({ toast, onDismiss }: { toast: Toast; onDismiss: () => void }) {
  const swipe = useSwipeAway(onDismiss)
  const labels = useUiLabels()
  const { icon, className } = icons[toast.tone]
  const runAction = () => {
    toast.action?.onSelect()
    onDismiss()
  }
  return (
    <li
      className="toast pointer-events-auto flex touch-none items-center gap-3 rounded-16 border border-line bg-raised ps-4 pe-1 text-13 select-none"
      data-leaving={toast.leaving ? '' : undefined}
      {...swipe}
    >
      <Icon className={className} name={icon} size={20} />
      <span className={classes('min-w-0 grow py-3 break-words')}>{toast.text}</span>
      {toast.action === undefined ? null : (
        <button
          className="min-h-11 shrink-0 rounded-8 px-2 font-semibold text-accent"
          onClick={runAction}
          type="button"
        >
          {toast.action.label}
        </button>
      )}
      <button
        aria-label={labels.close}
        className="grid size-11 shrink-0 place-items-center text-dim"
        onClick={onDismiss}
        type="button"
      >
        <Icon name="close" size={16} />
      </button>
    </li>
  )
}

const enoughPx = 56

/** Dismisses an element by a drag sideways or upwards; a shorter drag springs back. */
function useSwipeAway(onAway: () => void) {
  const start = useRef<{ x: number; y: number } | null>(null)

  const offset = (event: PointerEvent<HTMLElement>) => {
    if (start.current === null) return null
    return { x: event.clientX - start.current.x, y: Math.min(0, event.clientY - start.current.y) }
  }

  const settle = (event: PointerEvent<HTMLElement>, moved: { x: number; y: number } | null) => {
    start.current = null
    event.currentTarget.toggleAttribute('data-swiping', false)
    if (moved !== null && (Math.abs(moved.x) > enoughPx || moved.y < -enoughPx / 2)) onAway()
    else event.currentTarget.style.transform = ''
  }

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      // A press on a button inside the toast is not a drag.
      if (event.target instanceof Element && event.target.closest('button') !== null) return
      start.current = { x: event.clientX, y: event.clientY }
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const moved = offset(event)
      if (moved === null) return
      event.currentTarget.toggleAttribute('data-swiping', true)
      event.currentTarget.style.transform = `translate(${moved.x}px, ${moved.y}px)`
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => settle(event, offset(event)),
    onPointerCancel: (event: PointerEvent<HTMLElement>) => settle(event, null),
  }
}
