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

/** What is drawn. A held line is among the lines, as the first of them. */
export type OrderMarksScene = {
  readonly marks: OrderMarks
  readonly held: { readonly line: OrderLine; readonly isLed: boolean; readonly fingerX: number } | undefined
  readonly theme: ChartTheme
}

export const orderMarksOverlay = 'openlot_marks'

/** The library copies what an overlay is given, except for functions: so it is given one that tells. */
type SceneGetter = () => OrderMarksScene

registerOverlay<SceneGetter>({
  name: orderMarksOverlay,
  createPointFigures({ chart, overlay, bounding, yAxis }) {
    const picture = overlay.extendData()
    if (yAxis === null) return []
    const pane = paneGeometry(picture.theme, bounding, (value) => yAxis.convertToPixel(value))
    return [...fillFigures(chart, picture, pane), ...lineFigures(picture, pane)]
  },
  createYAxisFigures({ chart, overlay, bounding, yAxis }) {
    const picture = overlay.extendData()
    if (yAxis === null) return []
    const pane = paneGeometry(picture.theme, bounding, (value) => yAxis.convertToPixel(value))
    return tagFigures(chart, picture, pane)
  },
})

/** Draws this from now on. */
export function drawOrderMarks(canvas: Canvas, picture: OrderMarksScene): void {
  const extendData: SceneGetter = () => picture
  const isThere = canvas.getOverlays({ name: orderMarksOverlay }).length > 0
  // It needs a point to be drawn at all, and looks at none: every line finds its own place.
  if (isThere) canvas.overrideOverlay({ name: orderMarksOverlay, extendData })
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

function lineFigures(picture: OrderMarksScene, pane: PaneGeometry): OverlayFigure[] {
  const { theme: look, marks, held } = picture
  const laid = placeLines(marks.lines, pane)
  const isHeld = (line: PlacedLine) => line.line === held?.line && held.isLed
  // The held one lies over all others, and its words are never under the finger.
  const drawn = laid.toReversed()
  const lines = drawn
    .filter(({ beyond }) => beyond === undefined)
    .map((line) => lineFigure(line, pane.widthPx, look, isHeld(line)))
  const labels = drawn.flatMap((line) =>
    isHeld(line)
      ? labelFigures(besideFinger(line, held?.fingerX ?? 0, pane), look, true)
      : labelFigures(line, look),
  )
  return [...lines, ...labels]
}

function besideFinger(line: PlacedLine, fingerX: number, { widthPx }: PaneGeometry): PlacedLine {
  if (line.label === undefined || fingerX > widthPx / 2) return line
  return { ...line, label: { ...line.label, x: widthPx - line.label.widthPx - 6 } }
}

/** The price of the market has its own place at the axis; then those that matter most. */
function tagFigures(
  chart: Canvas,
  { marks, theme: look }: OrderMarksScene,
  pane: PaneGeometry,
): OverlayFigure[] {
  const laid = placeLines(marks.lines, pane).filter(({ beyond }) => beyond === undefined)
  const last = chart.getDataList().at(-1)
  const lastTag = last === undefined ? [] : [{ key: '', y: pane.yOf(last.close) }]
  const kept = withoutOverlaps([...lastTag, ...laid], labelHeight(look.textPx) - 2)
  return laid
    .filter(({ key }) => kept.has(key))
    .map(({ line, y }) =>
      tagFigure(y, formatAxisValue(axisValue(line).toFixed(line.precision)), line.tone, look),
    )
}

function fillFigures(
  chart: Canvas,
  { marks, theme: look }: OrderMarksScene,
  { yOf }: PaneGeometry,
): OverlayFigure[] {
  const bars = chart.getDataList()
  const { from, to } = chart.getVisibleRange()
  return marks.fills.flatMap((fill) => {
    const dataIndex = barIndexAt(bars, fill.timeMs)
    if (dataIndex === undefined || dataIndex < from || dataIndex >= to) return []
    const place = chart.convertToPixel({ dataIndex })
    const x = (Array.isArray(place) ? place[0]?.x : place.x) ?? 0
    return [fillFigure(fill, x, yOf(axisValue(fill)), look)]
  })
}

// The marks in the words of the chart library. What fingers do with them is not its business.

type Colours = Pick<ChartTheme, 'ground' | 'family' | 'textPx'> & Readonly<Record<LineTone, string>>

/** Dashed across the pane; one that is being dragged is whole and stronger. */
function lineFigure({ line, y }: PlacedLine, widthPx: number, look: Colours, isHeld = false): OverlayFigure {
  return strokeFigure({ x: 0, y }, { x: widthPx, y }, look[line.tone], isHeld ? held : dashed)
}

const dashed = { style: 'dashed', dashedValue: [4, 3], size: 1 } as const
const held = { style: 'solid', dashedValue: [], size: 2 } as const
const stroke = { style: 'solid', dashedValue: [], size: 1.5 } as const

/** The words at the line, framed in its colour; filled with it while it is dragged. */
function labelFigures(laid: PlacedLine, look: Colours, isHeld = false): OverlayFigure[] {
  const { line, y, label, text } = laid
  if (label === undefined) return []
  const { x, widthPx } = label
  const height = labelHeight(look.textPx)
  const colour = look[line.tone]
  const ink = isHeld ? look.ground : colour
  const box = {
    type: 'rect',
    attrs: { x, y: Math.round(y - height / 2) + 0.5, width: widthPx, height },
    styles: {
      style: 'stroke_fill',
      color: isHeld ? colour : look.ground,
      borderColor: colour,
      borderSize: 1,
      borderRadius: 5,
    },
    ignoreEvent: true,
  }
  const words = textFigure({ x: x + labelPadding, y, text, colour: ink }, look)
  const grip = isGrabbable(laid) ? gripFigures(x + widthPx - gripPx, y, ink) : []
  return [box, words, ...grip]
}

/** The price at the axis, in the colour of its line. */
function tagFigure(y: number, text: string, tone: LineTone, look: Colours): OverlayFigure {
  const padding = { paddingLeft: 4, paddingRight: 4, paddingTop: 3, paddingBottom: 3 }
  const figure = textFigure({ x: 0, y, text, colour: look.ground }, look)
  return {
    ...figure,
    styles: { ...plainText(look, look.ground), ...padding, backgroundColor: look[tone], weight: 600 },
  }
}

/** Filled where it opened, hollow where it closed; pointing the way in which the order gains, or back. */
function fillFigure(fill: FillMark, x: number, y: number, look: Colours): OverlayFigure {
  const isOpening = fill.kind === 'opening'
  const down = (fill.side === 'buy') === isOpening ? 1 : -1
  const colour = fill.side === 'buy' ? look.rise : look.fall
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
      color: isOpening ? colour : look.ground,
      borderColor: isOpening ? look.ground : colour,
      borderSize: isOpening ? 1 : 1.5,
      borderStyle: 'solid',
    },
    ignoreEvent: true,
  }
}

function gripFigures(x: number, y: number, colour: string): OverlayFigure[] {
  return [-2, 2].map((below) => strokeFigure({ x, y: y + below }, { x: x + 7, y: y + below }, colour, stroke))
}

type Place = { readonly x: number; readonly y: number }
type Stroke = { readonly style: string; readonly dashedValue: readonly number[]; readonly size: number }

function strokeFigure(from: Place, to: Place, color: string, style: Stroke): OverlayFigure {
  return { type: 'line', attrs: { coordinates: [from, to] }, styles: { ...style, color }, ignoreEvent: true }
}

type Words = Place & { readonly text: string; readonly colour: string }

function textFigure({ x, y, text, colour }: Words, look: Colours): OverlayFigure {
  return {
    type: 'text',
    attrs: { x, y, text, align: 'left', baseline: 'middle' },
    styles: plainText(look, colour),
    ignoreEvent: true,
  }
}

function plainText({ family, textPx }: Colours, color: string) {
  return {
    ...{ style: 'fill', color, family, size: textPx, weight: 500, backgroundColor: 'transparent' },
    ...{ paddingLeft: 0, paddingRight: 0, paddingTop: 0, paddingBottom: 0, borderSize: 0, borderRadius: 4 },
  }
}
