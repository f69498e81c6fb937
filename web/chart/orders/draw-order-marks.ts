import { type Chart as Canvas, type OverlayFigure, registerOverlay, utils } from 'klinecharts'
import { formatAxisValue } from '#web/chart/drawing/chart-format.ts'
import type { ChartTheme } from '#web/chart/drawing/chart-theme.ts'
import { barIndexAt } from '#web/chart/drawing/time-axis.ts'
import {
  gripPx,
  isGrabbable,
  labelHeight,
  labelPadding,
  type PaneGeometry,
  type PlacedLine,
  placeLines,
  withoutOverlaps,
} from '#web/chart/orders/line-layout.ts'
import {
  axisValue,
  type FillMark,
  type LineTone,
  type OrderLine,
  type OrderMarks,
} from '#web/chart/orders/order-marks.ts'

/** Everything to draw. A held line is the first of the lines. */
export type OrderMarksScene = {
  readonly marks: OrderMarks
  readonly held:
    | { readonly line: OrderLine; readonly isDragged: boolean; readonly pointerX: number }
    | undefined
  readonly theme: ChartTheme
}

export const orderMarksOverlay = 'openlot_marks'

/** A function, because the library deep-copies any other data of an overlay. */
type SceneGetter = () => OrderMarksScene

registerOverlay<SceneGetter>({
  name: orderMarksOverlay,
  createPointFigures({ chart, overlay, bounding, yAxis }) {
    const scene = overlay.extendData()
    if (yAxis === null) return []
    const pane = paneGeometry(scene.theme, bounding, (value) => yAxis.convertToPixel(value))
    return [...fillFigures(chart, scene, pane), ...lineFigures(scene, pane)]
  },
  createYAxisFigures({ chart, overlay, bounding, yAxis }) {
    const scene = overlay.extendData()
    if (yAxis === null) return []
    const pane = paneGeometry(scene.theme, bounding, (value) => yAxis.convertToPixel(value))
    return tagFigures(chart, scene, pane)
  },
})

export function drawOrderMarks(canvas: Canvas, scene: OrderMarksScene): void {
  const extendData: SceneGetter = () => scene
  const exists = canvas.getOverlays({ name: orderMarksOverlay }).length > 0
  // `createOverlay` requires a point, which is not used.
  if (exists) canvas.overrideOverlay({ name: orderMarksOverlay, extendData })
  else
    canvas.createOverlay({
      name: orderMarksOverlay,
      extendData,
      lock: true,
      points: [{ dataIndex: 0, value: 0 }],
    })
}

export function paneGeometry(
  { textPx, family }: ChartTheme,
  { width, height }: { readonly width: number; readonly height: number },
  yOf: (value: number) => number,
): PaneGeometry {
  const textWidth = (text: string) => utils.calcTextWidth(text, textPx, 500, family)
  return { widthPx: width, heightPx: height, textPx, yOf, textWidth }
}

function lineFigures(scene: OrderMarksScene, pane: PaneGeometry): OverlayFigure[] {
  const { theme, marks, held } = scene
  const placed = placeLines(marks.lines, pane)
  const isHeld = (line: PlacedLine) => line.line === held?.line && held.isDragged
  // Reversed, so that the held line is drawn over the others.
  const drawn = placed.toReversed()
  const lines = drawn
    .filter(({ beyond }) => beyond === undefined)
    .map((line) => lineFigure(line, pane.widthPx, theme, isHeld(line)))
  const labels = drawn.flatMap((line) =>
    isHeld(line)
      ? labelFigures(besidePointer(line, held?.pointerX ?? 0, pane), theme, true)
      : labelFigures(line, theme),
  )
  return [...lines, ...labels]
}

function besidePointer(line: PlacedLine, pointerX: number, { widthPx }: PaneGeometry): PlacedLine {
  if (line.label === undefined || pointerX > widthPx / 2) return line
  return { ...line, label: { ...line.label, x: widthPx - line.label.widthPx - 6 } }
}

/** Price tags on the axis. Where tags would overlap, the current price comes first, then the lines in order. */
function tagFigures(chart: Canvas, { marks, theme }: OrderMarksScene, pane: PaneGeometry): OverlayFigure[] {
  const placed = placeLines(marks.lines, pane).filter(({ beyond }) => beyond === undefined)
  const last = chart.getDataList().at(-1)
  const lastTag = last === undefined ? [] : [{ key: '', y: pane.yOf(last.close) }]
  const kept = withoutOverlaps([...lastTag, ...placed], labelHeight(theme.textPx) - 2)
  return placed
    .filter(({ key }) => kept.has(key))
    .map(({ line, y }) =>
      tagFigure(y, formatAxisValue(axisValue(line).toFixed(line.precision)), line.tone, theme),
    )
}

function fillFigures(
  chart: Canvas,
  { marks, theme }: OrderMarksScene,
  { yOf }: PaneGeometry,
): OverlayFigure[] {
  const bars = chart.getDataList()
  const { from, to } = chart.getVisibleRange()
  return marks.fills.flatMap((fill) => {
    const dataIndex = barIndexAt(bars, fill.timeMs)
    if (dataIndex === undefined || dataIndex < from || dataIndex >= to) return []
    const point = chart.convertToPixel({ dataIndex })
    const x = (Array.isArray(point) ? point[0]?.x : point.x) ?? 0
    return [fillFigure(fill, x, yOf(axisValue(fill)), theme)]
  })
}

type Colours = Pick<ChartTheme, 'ground' | 'family' | 'textPx'> & Readonly<Record<LineTone, string>>

/** The line across the pane: dashed, or solid and thicker while it is dragged. */
function lineFigure({ line, y }: PlacedLine, widthPx: number, theme: Colours, isHeld = false): OverlayFigure {
  return strokeFigure({ x: 0, y }, { x: widthPx, y }, theme[line.tone], isHeld ? held : dashed)
}

const dashed = { style: 'dashed', dashedValue: [4, 3], size: 1 } as const
const held = { style: 'solid', dashedValue: [], size: 2 } as const
const stroke = { style: 'solid', dashedValue: [], size: 1.5 } as const

/** The label with a border in the line's colour; filled with that colour while the line is dragged. */
function labelFigures(placed: PlacedLine, theme: Colours, isHeld = false): OverlayFigure[] {
  const { line, y, label, text } = placed
  if (label === undefined) return []
  const { x, widthPx } = label
  const height = labelHeight(theme.textPx)
  const colour = theme[line.tone]
  const textColour = isHeld ? theme.ground : colour
  const box = {
    type: 'rect',
    attrs: { x, y: Math.round(y - height / 2) + 0.5, width: widthPx, height },
    styles: {
      style: 'stroke_fill',
      color: isHeld ? colour : theme.ground,
      borderColor: colour,
      borderSize: 1,
      borderRadius: 5,
    },
    ignoreEvent: true,
  }
  const caption = textFigure({ x: x + labelPadding, y, text, colour: textColour }, theme)
  const grip = isGrabbable(placed) ? gripFigures(x + widthPx - gripPx, y, textColour) : []
  return [box, caption, ...grip]
}

/** The price on the axis in the colour of the line. */
function tagFigure(y: number, text: string, tone: LineTone, theme: Colours): OverlayFigure {
  const padding = { paddingLeft: 4, paddingRight: 4, paddingTop: 3, paddingBottom: 3 }
  const figure = textFigure({ x: 0, y, text, colour: theme.ground }, theme)
  return {
    ...figure,
    styles: { ...plainText(theme, theme.ground), ...padding, backgroundColor: theme[tone], weight: 600 },
  }
}

/** A triangle, filled for an opening and hollow for a closing. Points up for a buy opening or a sell closing. */
function fillFigure(fill: FillMark, x: number, y: number, theme: Colours): OverlayFigure {
  const isOpening = fill.kind === 'opening'
  const down = (fill.side === 'buy') === isOpening ? 1 : -1
  const colour = fill.side === 'buy' ? theme.rise : theme.fall
  const top = y + 2 * down
  const foot = top + 8 * down
  return {
    type: 'polygon',
    attrs: {
      coordinates: [
        { x, y: top },
        { x: x - 5, y: foot },
        { x: x + 5, y: foot },
      ],
    },
    styles: {
      style: 'stroke_fill',
      color: isOpening ? colour : theme.ground,
      borderColor: isOpening ? theme.ground : colour,
      borderSize: isOpening ? 1 : 1.5,
      borderStyle: 'solid',
    },
    ignoreEvent: true,
  }
}

function gripFigures(x: number, y: number, colour: string): OverlayFigure[] {
  return [-2, 2].map((below) => strokeFigure({ x, y: y + below }, { x: x + 7, y: y + below }, colour, stroke))
}

type Point = { readonly x: number; readonly y: number }
type Stroke = { readonly style: string; readonly dashedValue: readonly number[]; readonly size: number }

function strokeFigure(from: Point, to: Point, color: string, style: Stroke): OverlayFigure {
  return { type: 'line', attrs: { coordinates: [from, to] }, styles: { ...style, color }, ignoreEvent: true }
}

type TextAt = Point & { readonly text: string; readonly colour: string }

function textFigure({ x, y, text, colour }: TextAt, theme: Colours): OverlayFigure {
  return {
    type: 'text',
    attrs: { x, y, text, align: 'left', baseline: 'middle' },
    styles: plainText(theme, colour),
    ignoreEvent: true,
  }
}

function plainText({ family, textPx }: Colours, color: string) {
  return {
    ...{ style: 'fill', color, family, size: textPx, weight: 500, backgroundColor: 'transparent' },
    ...{ paddingLeft: 0, paddingRight: 0, paddingTop: 0, paddingBottom: 0, borderSize: 0, borderRadius: 4 },
  }
}
