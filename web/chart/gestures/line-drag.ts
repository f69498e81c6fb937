export type Point = { readonly x: number; readonly y: number }

/** A line that was taken hold of. */
export type LineDrag = {
  /** How far it has been led, in pixels. */
  readonly move: (byPx: Point) => void
  readonly drop: () => void
  readonly cancel: () => void
}

type Gesture = {
  readonly drag: LineDrag
  readonly from: Point
  /** Undefined for a mouse. */
  readonly touchId: number | undefined
  /** The gesture as it began, for whoever it turns out to be meant. */
  readonly replay: () => void
  isDragging: boolean
}

/** What moves less has not said yet what it wants. */
const dragThresholdPx = 4
/** Browsers tell of a touch once more, as if it had been a mouse. */
const emulatedMouseMs = 1_000

/**
 * Fingers and the mouse on the lines of a chart, before the chart itself hears of them. A line moves up and down: whatever
 * goes sideways, a tap and a second finger are meant for the chart, which is told of them from their beginning.
 */
export function watchLineDrags(element: HTMLElement, grab: (at: Point) => LineDrag | undefined): void {
  const passed = new WeakSet<Event>()
  let gesture: Gesture | undefined
  let lastTouchMs = Number.NEGATIVE_INFINITY

  function placeOf({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): Point {
    const { left, top } = element.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }
  function begin(event: Event, at: Point, touchId: number | undefined, copy: () => Event): void {
    const grip = grab(at)
    if (grip === undefined) return
    const { target } = event
    const passOn = () => {
      const again = copy()
      passed.add(again)
      target?.dispatchEvent(again)
    }
    gesture = { drag: grip, from: at, touchId, replay: passOn, isDragging: false }
    event.stopPropagation()
  }
  function handOver(): void {
    const given = gesture
    gesture = undefined
    given?.drag.cancel()
    given?.replay()
  }
  function lead(event: Event, at: Point): void {
    if (gesture === undefined) return
    const by = { x: at.x - gesture.from.x, y: at.y - gesture.from.y }
    if (!gesture.isDragging && Math.abs(by.x) + Math.abs(by.y) >= dragThresholdPx) {
      if (Math.abs(by.x) > Math.abs(by.y)) {
        handOver()
        return
      }
      gesture.isDragging = true
    }
    if (gesture.isDragging) gesture.drag.move(by)
    event.stopPropagation()
  }
  function end(event: Event): void {
    if (gesture?.isDragging !== true) {
      handOver()
      return
    }
    const { drag: grip } = gesture
    gesture = undefined
    event.stopPropagation()
    if (event.cancelable) event.preventDefault()
    grip.drop()
  }
  function touchOf(event: TouchEvent): Touch | undefined {
    return [...event.changedTouches].find(({ identifier }) => identifier === gesture?.touchId)
  }

  element.addEventListener(
    'touchstart',
    (event) => {
      lastTouchMs = event.timeStamp
      if (passed.has(event)) return
      if (gesture !== undefined) return gesture.isDragging ? event.stopPropagation() : handOver()
      const [touch, second] = event.touches
      if (touch === undefined || second !== undefined) return
      const touches = { touches: [touch], targetTouches: [touch], changedTouches: [touch] }
      const copy = () => new TouchEvent('touchstart', { ...touches, bubbles: true, cancelable: true })
      begin(event, placeOf(touch), touch.identifier, copy)
    },
    { capture: true, passive: true },
  )
  element.addEventListener(
    'touchmove',
    (event) => {
      const touch = touchOf(event)
      if (touch === undefined) return
      // Neither the page nor what is around it scrolls along.
      if (event.cancelable) event.preventDefault()
      lead(event, placeOf(touch))
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
  element.addEventListener('touchcancel', forget, { capture: true })

  function forget(): void {
    gesture?.drag.cancel()
    gesture = undefined
  }
  function moved(event: MouseEvent): void {
    // The button was let go where nobody could tell us.
    if ((event.buttons & 1) === 0) leaveMouse(forget)
    else lead(event, placeOf(event))
    if (gesture === undefined) leaveMouse()
  }
  function released(event: MouseEvent): void {
    leaveMouse(() => end(event))
  }
  function leaveMouse(finish: () => void = () => undefined): void {
    window.removeEventListener('mousemove', moved, true)
    window.removeEventListener('mouseup', released, true)
    finish()
  }
  element.addEventListener(
    'mousedown',
    (event) => {
      if (passed.has(event) || event.button !== 0 || gesture !== undefined) return
      if (event.timeStamp - lastTouchMs < emulatedMouseMs) return
      const { clientX, clientY, screenX, screenY } = event
      const place = { clientX, clientY, screenX, screenY, button: 0, buttons: 1 }
      const copy = () => new MouseEvent('mousedown', { ...place, bubbles: true, cancelable: true })
      begin(event, placeOf(event), undefined, copy)
      if (gesture === undefined) return
      window.addEventListener('mousemove', moved, true)
      window.addEventListener('mouseup', released, true)
    },
    { capture: true },
  )
}
