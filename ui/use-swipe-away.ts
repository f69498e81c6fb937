import { type PointerEvent, useRef } from 'react'

const enoughPx = 56

/** Dismisses an element by a drag sideways or upwards; a shorter drag springs back. */
export function useSwipeAway(onAway: () => void) {
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
