import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { Spinner } from '#ui/spinner.tsx'
import { useUiLabels } from '#ui/ui-labels.tsx'

export interface LoadingOverlayProps {
  readonly open: boolean
  readonly label?: string | undefined
}

/** Blocks presses and keys while `open` is true. There is no timeout. */
export function LoadingOverlay({ open, label }: LoadingOverlayProps) {
  // In the body, and only while open. Otherwise an open sheet would take a press on the overlay for a press outside.
  return open ? createPortal(<Overlay label={label} />, document.body) : null
}

function Overlay({ label }: { label: string | undefined }) {
  const labels = useUiLabels()
  const ref = useRef<HTMLDivElement>(null)
  useFocusTrap(ref)
  return (
    <div
      aria-label={label ?? labels.loading}
      aria-live="polite"
      className="fixed inset-0 z-80 grid cursor-progress place-items-center bg-(--scrim) outline-none"
      ref={ref}
      role="status"
      tabIndex={-1}
    >
      <div className="grid min-w-28 justify-items-center gap-3 rounded-16 border border-line bg-surface p-6 text-13 text-dim">
        <Spinner className="text-accent" size={28} />
        {label ?? labels.loading}
      </div>
    </div>
  )
}

/** Traps the keyboard focus and restores it afterwards. */
function useFocusTrap(ref: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const before = document.activeElement
    ref.current?.focus()
    const swallow = (event: KeyboardEvent) => {
      if (isForBrowser(event)) return
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('keydown', swallow, true)
    return () => {
      window.removeEventListener('keydown', swallow, true)
      if (before instanceof HTMLElement) before.focus()
    }
  }, [ref])
}

/** Browser shortcuts such as reload, zoom and the address bar are not blocked. */
function isForBrowser(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey || event.altKey || /^F\d+$/.test(event.key)
}
