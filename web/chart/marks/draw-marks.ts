import { type Chart as Canvas, type OverlayFigure, registerOverlay, utils } from 'klinecharts'
import type { ChartLook } from '#web/chart/drawing/chart-look.ts'
import { axisFigure } from '#web/chart/drawing/chart-words.ts'
import { barAt } from '#web/chart/marks/bar-at.ts'
import { keptApart } from '#web/chart/marks/label-places.ts'
import { type LaidLine, labelHeight, laidLines, type Pane } from '#web/chart/marks/laid-lines.ts'
import { fillFigure, labelFigures, lineFigure, tagFigure } from '#web/chart/marks/mark-figures.ts'
import { axisValue, type ChartMarks, type MarkLine } from '#web/chart/marks/mark-types.ts'

/** What is drawn. A held line is among the lines, as the first of them. */
export type MarksPicture = {
  readonly marks: ChartMarks
  readonly held: { readonly line: MarkLine; readonly isLed: boolean; readonly fingerX: number } | undefined
  readonly look: ChartLook
}

export const marksName = 'openlot_marks'

/** The library copies what an overlay is given, except for functions: so it is given one that tells. */
type Tell = () => MarksPicture

registerOverlay<Tell>({
  name: marksName,
  createPointFigures({ chart, overlay, bounding, yAxis }) {
    const picture = overlay.extendData()
    if (yAxis === null) return []
    const pane = paneOf(picture.look, bounding, (value) => yAxis.convertToPixel(value))
    return [...fillFigures(chart, picture, pane), ...lineFigures(picture, pane)]
  },
  createYAxisFigures({ chart, overlay, bounding, yAxis }) {
    const picture = overlay.extendData()
    if (yAxis === null) return []
    const pane = paneOf(picture.look, bounding, (value) => yAxis.convertToPixel(value))
    return tagFigures(chart, picture, pane)
  },
})

/** Draws this from now on. */
export function drawMarks(canvas: Canvas, picture: MarksPicture): void {
  const extendData: Tell = () => picture
  const isThere = canvas.getOverlays({ name: marksName }).length > 0
  // It needs a point to be drawn at all, and looks at none: every line finds its own place.
  if (isThere) canvas.overrideOverlay({ name: marksName, extendData })
  else canvas.createOverlay({ name: marksName, extendData, lock: true, points: [{ dataIndex: 0, value: 0 }] })
}

export function paneOf(
  { textPx, family }: ChartLook,
  { width, height }: { readonly width: number; readonly height: number },
  yOf: (value: number) => number,
): Pane {
  const textWidth = (text: string) => utils.calcTextWidth(text, textPx, 500, family)
  return { widthPx: width, heightPx: height, textPx, yOf, textWidth }
}

function lineFigures(picture: MarksPicture, pane: Pane): OverlayFigure[] {
  const { look, marks, held } = picture
  const laid = laidLines(marks.lines, pane)
  const isHeld = (line: LaidLine) => line.line === held?.line && held.isLed
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

function besideFinger(line: LaidLine, fingerX: number, { widthPx }: Pane): LaidLine {
  if (line.label === undefined || fingerX > widthPx / 2) return line
  return { ...line, label: { ...line.label, x: widthPx - line.label.widthPx - 6 } }
}

/** The price of the market has its own place at the axis; then those that matter most. */
function tagFigures(chart: Canvas, { marks, look }: MarksPicture, pane: Pane): OverlayFigure[] {
  const laid = laidLines(marks.lines, pane).filter(({ beyond }) => beyond === undefined)
  const last = chart.getDataList().at(-1)
  const lastTag = last === undefined ? [] : [{ key: '', y: pane.yOf(last.close) }]
  const kept = keptApart([...lastTag, ...laid], labelHeight(look.textPx) - 2)
  return laid
    .filter(({ key }) => kept.has(key))
    .map(({ line, y }) => tagFigure(y, axisFigure(axisValue(line).toFixed(line.precision)), line.tone, look))
}

function fillFigures(chart: Canvas, { marks, look }: MarksPicture, { yOf }: Pane): OverlayFigure[] {
  const bars = chart.getDataList()
  const { from, to } = chart.getVisibleRange()
  return marks.fills.flatMap((fill) => {
    const dataIndex = barAt(bars, fill.timeMs)
    if (dataIndex === undefined || dataIndex < from || dataIndex >= to) return []
    const place = chart.convertToPixel({ dataIndex })
    const x = (Array.isArray(place) ? place[0]?.x : place.x) ?? 0
    return [fillFigure(fill, x, yOf(axisValue(fill)), look)]
  })
}
