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
  readonly show: (marks: OrderMarks, answers: StopMoveHandlers) => void
  readonly restyle: (look: ChartTheme) => void
}

type HeldLine = {
  /** As it was when it was taken hold of. */
  readonly line: OrderLine
  readonly move: StopMove | undefined
  readonly fingerX: number
  /** It stays where it was let go until it is known what becomes of it. */
  readonly isLetGo: boolean
}

/** The marks of a chart, and what fingers do with them. */
export function createOrderMarksLayer(
  canvas: Canvas,
  element: HTMLElement,
  firstLook: ChartTheme,
): OrderMarksLayer {
  const pane = createCandlePane(canvas)
  let look = firstLook
  let marks = noMarks
  let answers: StopMoveHandlers | undefined
  let held: HeldLine | undefined
  let range: PriceRange | undefined

  function draw(): void {
    const shown = held === undefined ? undefined : heldLine(held)
    const others = marks.lines.filter((line) => shown === undefined || lineKey(line) !== lineKey(shown.line))
    const lines = shown === undefined ? others : [shown.line, ...others]
    drawOrderMarks(canvas, { marks: { ...marks, lines }, held: shown, theme: look })
  }
  /** A line that is led somewhere says what that would mean. */
  function heldLine({ line, move, fingerX }: HeldLine) {
    if (move === undefined) return { line, isLed: false, fingerX }
    const tone = move.kind === 'stop_loss' ? 'fall' : 'rise'
    return {
      line: { ...line, ...move, tone, label: answers?.labelFor(move) ?? '' } as const,
      isLed: true,
      fingerX,
    }
  }
  /** While a line is held, the axis must not move under the finger. */
  function rangeFor(candles: PriceRange): PriceRange {
    const isFixed = held !== undefined && range !== undefined
    range = isFixed ? range : rangeWithLines(candles, marks.lines.map(axisValue))
    return range ?? candles
  }
  function grab(at: Point): LineDrag | undefined {
    const found = held === undefined ? pane.lineAt(marks.lines, look, at) : undefined
    if (found === undefined) return undefined
    const { line, y } = found
    held = { line, move: undefined, fingerX: at.x, isLetGo: false }
    // Its order may end under the finger: then there is nothing to be led any more.
    const isHere = () => held?.line === line
    return {
      move(by) {
        if (!isHere()) return
        const value = pane.priceAt(y + by.y)
        const move = value === undefined ? undefined : stopForDrag(line, value)
        held = { line, move, fingerX: at.x + by.x, isLetGo: false }
        draw()
      },
      drop() {
        if (held === undefined || !isHere()) return
        const { move } = held
        held = { ...held, isLetGo: true }
        if (move === undefined || answers?.onDrop(move) !== true) putBack()
      },
      cancel: () => (isHere() ? putBack() : undefined),
    }
  }
  function putBack(): void {
    held = undefined
    draw()
    pane.fitAxis(rangeFor)
  }

  pane.fitAxis(rangeFor)
  watchLineDrags(element, grab)
  element.addEventListener('mousemove', ({ clientX, clientY, buttons }) => {
    const { left, top } = element.getBoundingClientRect()
    const isOver = pane.lineAt(marks.lines, look, { x: clientX - left, y: clientY - top }) !== undefined
    if (buttons === 0) element.toggleAttribute('data-grip', isOver)
  })
  return {
    show(next, nextAnswers) {
      answers = nextAnswers
      if (next === marks) return
      marks = next
      const own = held === undefined ? undefined : lineKey(held.line)
      // What was let go is now where these marks say; what is held goes on being held while it is there.
      if (held?.isLetGo === true || !next.lines.some((line) => lineKey(line) === own)) held = undefined
      draw()
      pane.fitAxis(rangeFor)
    },
    restyle(nextLook) {
      look = nextLook
      draw()
    },
  }
}
