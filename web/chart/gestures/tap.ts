import type { Point } from '#web/chart/gestures/line-drag.ts'

/** A longer movement or press is another gesture. */
const maxMovePx = 10
const maxPressMs = 500

/**
 * Reports short presses of a finger or the main mouse button. A finger counts when it is lifted, because the chart
 * suppresses its click. A mouse counts with its click: an overlay that opened earlier would take the click as a press
 * outside and close.
 */
export function watchTaps(element: HTMLElement, onTap: (at: Point) => void): void {
  let pressed: { readonly event: PointerEvent } | undefined

  function finish(event: MouseEvent): void {
    const start = pressed?.event
    pressed = undefined
    if (start === undefined || event.timeStamp - start.timeStamp > maxPressMs) return
    const moved = Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY)
    const { left, top } = element.getBoundingClientRect()
    if (moved <= maxMovePx) onTap({ x: event.clientX - left, y: event.clientY - top })
  }
  element.addEventListener('pointerdown', (event) => {
    // A second finger makes it a zoom.
    pressed = event.isPrimary && event.button === 0 ? { event } : undefined
  })
  element.addEventListener('pointercancel', () => {
    pressed = undefined
  })
  element.addEventListener('pointerup', (event) => {
    if (event.pointerType !== 'mouse' && event.isPrimary) finish(event)
  })
  element.addEventListener('click', (event) => {
    if (pressed?.event.pointerType === 'mouse') finish(event)
  })
}
