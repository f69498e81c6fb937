export type Point = { readonly x: number; readonly y: number }

export type LineDrag = {
  /** Called with the distance from the start of the drag. */
  readonly move: (byPx: Point) => void
  readonly drop: () => void
  readonly cancel: () => void
}

type Gesture = {
  readonly drag: LineDrag
  readonly from: Point
  /** Undefined for a mouse. */
  readonly touchId: number | undefined
  /** Dispatches the start event again, this time for the chart. */
  readonly replay: () => void
  isDragging: boolean
}

/** A movement shorter than this is not yet a drag or any other gesture. */
const dragThresholdPx = 4
/** Browsers emulate mouse events after a touch. Mouse events within this time are ignored. */
const emulatedMouseMs = 1_000

/**
 * Captures vertical drags of lines before the chart receives the events. Horizontal movements, taps and gestures with a
 * second finger are replayed to the chart, beginning with their first event.
 */
export function watchLineDrags(element: HTMLElement, grab: (at: Point) => LineDrag | undefined): void {
  const replayed = new WeakSet<Event>()
  let gesture: Gesture | undefined
  let lastTouchMs = Number.NEGATIVE_INFINITY

  function pointOf({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): Point {
    const { left, top } = element.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }
  function begin(event: Event, at: Point, touchId: number | undefined, copy: () => Event): void {
    const drag = grab(at)
    if (drag === undefined) return
    const { target } = event
    const replay = () => {
      const event = copy()
      replayed.add(event)
      target?.dispatchEvent(event)
    }
    gesture = { drag, from: at, touchId, replay, isDragging: false }
    event.stopPropagation()
  }
  function passToChart(): void {
    const passed = gesture
    gesture = undefined
    passed?.drag.cancel()
    passed?.replay()
  }
  function move(event: Event, at: Point): void {
    if (gesture === undefined) return
    const by = { x: at.x - gesture.from.x, y: at.y - gesture.from.y }
    if (!gesture.isDragging && Math.abs(by.x) + Math.abs(by.y) >= dragThresholdPx) {
      if (Math.abs(by.x) > Math.abs(by.y)) {
        passToChart()
        return
      }
      gesture.isDragging = true
    }
    if (gesture.isDragging) gesture.drag.move(by)
    event.stopPropagation()
  }
  function end(event: Event): void {
    if (gesture?.isDragging !== true) {
      passToChart()
      return
    }
    const { drag } = gesture
    gesture = undefined
    event.stopPropagation()
    if (event.cancelable) event.preventDefault()
    drag.drop()
  }
  function touchOf(event: TouchEvent): Touch | undefined {
    return [...event.changedTouches].find(({ identifier }) => identifier === gesture?.touchId)
  }

  element.addEventListener(
    'touchstart',
    (event) => {
      lastTouchMs = event.timeStamp
      if (replayed.has(event)) return
      if (gesture !== undefined) return gesture.isDragging ? event.stopPropagation() : passToChart()
      const [touch, second] = event.touches
      if (touch === undefined || second !== undefined) return
      const touches = { touches: [touch], targetTouches: [touch], changedTouches: [touch] }
      const copy = () => new TouchEvent('touchstart', { ...touches, bubbles: true, cancelable: true })
      begin(event, pointOf(touch), touch.identifier, copy)
    },
    { capture: true, passive: true },
  )
  element.addEventListener(
    'touchmove',
    (event) => {
      const touch = touchOf(event)
      if (touch === undefined) return
      // Prevents the page from scrolling.
      if (event.cancelable) event.preventDefault()
      move(event, pointOf(touch))
    },
    { capture: true, passive: false },
  )
  element.addEventListener(
    'touchend',
    (event) => {
      lastTouchMs = event.timeStamp
      if (touchOf(event) !== undefined) end(event)
    },
    { capture: true, passive: false },
  )
  element.addEventListener('touchcancel', cancelDrag, { capture: true })

  function cancelDrag(): void {
    gesture?.drag.cancel()
    gesture = undefined
  }
  function mouseMoved(event: MouseEvent): void {
    // The button was released outside the window.
    if ((event.buttons & 1) === 0) removeMouseListeners(cancelDrag)
    else move(event, pointOf(event))
    if (gesture === undefined) removeMouseListeners()
  }
  function mouseReleased(event: MouseEvent): void {
    removeMouseListeners(() => end(event))
  }
  function removeMouseListeners(finish: () => void = () => undefined): void {
    window.removeEventListener('mousemove', mouseMoved, true)
    window.removeEventListener('mouseup', mouseReleased, true)
    finish()
  }
  element.addEventListener(
    'mousedown',
    (event) => {
      if (replayed.has(event) || event.button !== 0 || gesture !== undefined) return
      if (event.timeStamp - lastTouchMs < emulatedMouseMs) return
      const { clientX, clientY, screenX, screenY } = event
      const position = { clientX, clientY, screenX, screenY, button: 0, buttons: 1 }
      const copy = () => new MouseEvent('mousedown', { ...position, bubbles: true, cancelable: true })
      begin(event, pointOf(event), undefined, copy)
      if (gesture === undefined) return
      window.addEventListener('mousemove', mouseMoved, true)
      window.addEventListener('mouseup', mouseReleased, true)
    },
    { capture: true },
  )
}
