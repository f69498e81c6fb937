import type { Point } from '#web/chart/gestures/line-drag.ts'

/** Shorter presses are taps. After the same time the chart shows its crosshair, and with it the price of the press. */
const minPressMs = 500
/** A press that moves further scrolls, zooms, drags a line or moves the crosshair. */
const maxMovePx = 10

export type LongPress = {
  /** `isOnly` is false for a second finger: it makes the gesture a zoom. */
  readonly down: (at: Point, timeMs: number, isOnly: boolean) => void
  readonly move: (at: Point) => void
  /** Ends the press. Where it began if it was long and stayed in place; otherwise undefined. */
  readonly up: (timeMs: number) => Point | undefined
  readonly cancel: () => void
  readonly isPressed: () => boolean
}

/** Recognises presses that neither move nor end early. */
export function createLongPress(): LongPress {
  let start: { readonly at: Point; readonly timeMs: number } | undefined
  const cancel = () => {
    start = undefined
  }
  return {
    down(at, timeMs, isOnly) {
      start = isOnly ? { at, timeMs } : undefined
    },
    move({ x, y }) {
      if (start !== undefined && Math.hypot(x - start.at.x, y - start.at.y) > maxMovePx) cancel()
    },
    up(timeMs) {
      const pressed = start
      cancel()
      return pressed !== undefined && timeMs - pressed.timeMs >= minPressMs ? pressed.at : undefined
    },
    cancel,
    isPressed: () => start !== undefined,
  }
}

/**
 * Reports long presses when they end, and presses of the other mouse button. Not while they last: a user may go on to
 * move the crosshair or to drag a line. A mouse counts with its click, for the reason given in tap.ts.
 */
export function watchLongPresses(
  element: HTMLElement,
  { isTaken, onPress }: { readonly isTaken: () => boolean; readonly onPress: (at: Point) => void },
): void {
  const press = createLongPress()
  let clicked: Point | undefined
  let hasEnded = false

  function pointOf({ clientX, clientY }: MouseEvent): Point {
    const { left, top } = element.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }
  element.addEventListener('pointerdown', (event) => {
    clicked = undefined
    hasEnded = false
    // On a Mac, a press with the control key opens the context menu.
    const isMain = event.isPrimary && event.button === 0 && !event.ctrlKey
    press.down(pointOf(event), event.timeStamp, isMain)
  })
  element.addEventListener('pointermove', (event) => {
    if (event.isPrimary) press.move(pointOf(event))
  })
  element.addEventListener('pointercancel', press.cancel)
  element.addEventListener('pointerup', (event) => {
    const at = press.up(event.timeStamp)
    if (at === undefined || isTaken()) return
    if (event.pointerType === 'mouse') clicked = at
    else {
      hasEnded = true
      onPress(at)
    }
  })
  element.addEventListener('click', () => {
    if (clicked !== undefined) onPress(clicked)
    clicked = undefined
  })
  element.addEventListener(
    'touchend',
    (event) => {
      // Otherwise some browsers send a click, which would close what the press has opened.
      if (hasEnded && event.cancelable) event.preventDefault()
      hasEnded = false
    },
    { capture: true, passive: false },
  )
  element.addEventListener('contextmenu', (event) => {
    event.preventDefault()
    // Some browsers also send this event during a long touch, which counts when it ends.
    if (!press.isPressed()) onPress(pointOf(event))
  })
}
