import type { Chart as Canvas } from 'klinecharts'
import type { ChartTheme } from '#web/chart/drawing/chart-theme.ts'
import { type LineDrag, type Point, watchLineDrags } from '#web/chart/gestures/line-drag.ts'
import { createCandlePane } from '#web/chart/orders/candle-pane.ts'
import { stopForDrag } from '#web/chart/orders/drag-target.ts'
import { drawOrderMarks } from '#web/chart/orders/draw-order-marks.ts'
import { type PriceRange, rangeWithLines } from '#web/chart/orders/line-layout.ts'
import {
  axisValue,
  lineKey,
  noMarks,
  type OrderLine,
  type OrderMarks,
  type StopMove,
  type StopMoveHandlers,
} from '#web/chart/orders/order-marks.ts'

export type OrderMarksLayer = {
  readonly show: (marks: OrderMarks, handlers: StopMoveHandlers) => void
  readonly restyle: (theme: ChartTheme) => void
  /** Whether the pointer drags a line. A pointer that only holds one does not. */
  readonly isDragging: () => boolean
}

type HeldLine = {
  /** The line as it was when the drag started. */
  readonly line: OrderLine
  readonly move: StopMove | undefined
  readonly pointerX: number
  /** A dropped line stays in place until the move is confirmed or rejected. */
  readonly isDropped: boolean
}

/** Draws the order marks of a chart and handles drags of their lines. */
export function createOrderMarksLayer(
  canvas: Canvas,
  element: HTMLElement,
  initialTheme: ChartTheme,
): OrderMarksLayer {
  const pane = createCandlePane(canvas)
  let theme = initialTheme
  let marks = noMarks
  let handlers: StopMoveHandlers | undefined
  let held: HeldLine | undefined
  let isDragging = false
  let range: PriceRange | undefined

  function draw(): void {
    const shown = held === undefined ? undefined : heldLine(held)
    const others = marks.lines.filter((line) => shown === undefined || lineKey(line) !== lineKey(shown.line))
    const lines = shown === undefined ? others : [shown.line, ...others]
    drawOrderMarks(canvas, { marks: { ...marks, lines }, held: shown, theme })
  }
  /** A dragged line shows the stop that a drop would set. */
  function heldLine({ line, move, pointerX }: HeldLine) {
    if (move === undefined) return { line, isDragged: false, pointerX }
    const tone = move.kind === 'stop_loss' ? 'fall' : 'rise'
    return {
      line: { ...line, ...move, tone, label: handlers?.labelFor(move) ?? '' } as const,
      isDragged: true,
      pointerX,
    }
  }
  /** The axis must not move while a line is held. */
  function rangeFor(candles: PriceRange): PriceRange {
    const isFixed = held !== undefined && range !== undefined
    range = isFixed ? range : rangeWithLines(candles, marks.lines.map(axisValue))
    return range ?? candles
  }
  function grab(at: Point): LineDrag | undefined {
    const found = held === undefined ? pane.lineAt(marks.lines, theme, at) : undefined
    if (found === undefined) return undefined
    const { line, y } = found
    held = { line, move: undefined, pointerX: at.x, isDropped: false }
    // The order may end during the drag.
    const isHeld = () => held?.line === line
    return {
      move(by) {
        isDragging = true
        if (!isHeld()) return
        const value = pane.priceAt(y + by.y)
        const move = value === undefined ? undefined : stopForDrag(line, value)
        held = { line, move, pointerX: at.x + by.x, isDropped: false }
        draw()
      },
      drop() {
        isDragging = false
        if (held === undefined || !isHeld()) return
        const { move } = held
        held = { ...held, isDropped: true }
        if (move === undefined || handlers?.onDrop(move) !== true) release()
      },
      cancel() {
        isDragging = false
        if (isHeld()) release()
      },
    }
  }
  function release(): void {
    held = undefined
    draw()
    pane.fitAxis(rangeFor)
  }

  pane.fitAxis(rangeFor)
  watchLineDrags(element, grab)
  element.addEventListener('mousemove', ({ clientX, clientY, buttons }) => {
    const { left, top } = element.getBoundingClientRect()
    const isOver = pane.lineAt(marks.lines, theme, { x: clientX - left, y: clientY - top }) !== undefined
    if (buttons === 0) element.toggleAttribute('data-grip', isOver)
  })
  return {
    show(next, nextHandlers) {
      handlers = nextHandlers
      if (next === marks) return
      marks = next
      const own = held === undefined ? undefined : lineKey(held.line)
      // New marks replace the provisional position of a dropped line. A drag continues if its line still exists.
      if (held?.isDropped === true || !next.lines.some((line) => lineKey(line) === own)) held = undefined
      draw()
      pane.fitAxis(rangeFor)
    },
    restyle(nextTheme) {
      theme = nextTheme
      draw()
    },
    isDragging: () => isDragging,
  }
}
