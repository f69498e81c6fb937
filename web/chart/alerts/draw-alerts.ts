import { type Chart as Canvas, type OverlayFigure, registerOverlay } from 'klinecharts'
import {
  type AlertLine,
  alertValue,
  arrowPx,
  markSize,
  type PlacedAlert,
  placeAlerts,
} from '#web/chart/alerts/alert-layout.ts'
import { formatAxisValue } from '#web/chart/drawing/chart-format.ts'
import type { ChartTheme } from '#web/chart/drawing/chart-theme.ts'
import { labelHeight, withoutOverlaps } from '#web/chart/orders/line-layout.ts'

export type AlertScene = {
  readonly lines: readonly AlertLine[]
  /** Prices of order lines. Their tags on the axis have priority. */
  readonly orderValues: readonly number[]
  readonly theme: ChartTheme
}

export const alertsOverlay = 'openlot_alerts'

/** A function, because the library deep-copies any other data of an overlay. */
type SceneGetter = () => AlertScene

registerOverlay<SceneGetter>({
  name: alertsOverlay,
  createPointFigures({ overlay, bounding: { width, height }, yAxis }) {
    const { lines, theme } = overlay.extendData()
    if (yAxis === null) return []
    const yOf = (value: number) => yAxis.convertToPixel(value)
    const placed = placeAlerts(lines, { widthPx: width, heightPx: height, textPx: theme.textPx, yOf })
    // Reversed, so that the marks of the first lines are drawn over the others.
    const drawn = placed.toReversed()
    return [
      ...drawn.flatMap((one) => lineFigures(one, width, theme)),
      ...drawn.flatMap((one) => markFigures(one, theme)),
    ]
  },
  createYAxisFigures({ chart, overlay, bounding: { width, height }, yAxis }) {
    const scene = overlay.extendData()
    if (yAxis === null) return []
    const yOf = (value: number) => yAxis.convertToPixel(value)
    const pane = { widthPx: width, heightPx: height, textPx: scene.theme.textPx, yOf }
    const placed = placeAlerts(scene.lines, pane)
    const last = chart.getDataList().at(-1)
    const taken = [...(last === undefined ? [] : [last.close]), ...scene.orderValues].map(yOf)
    return tagFigures(placed, taken, scene.theme)
  },
})

export function drawAlerts(canvas: Canvas, scene: AlertScene): void {
  const extendData: SceneGetter = () => scene
  const exists = canvas.getOverlays({ name: alertsOverlay }).length > 0
  // `createOverlay` requires a point, which is not used.
  if (exists) canvas.overrideOverlay({ name: alertsOverlay, extendData })
  else
    canvas.createOverlay({
      name: alertsOverlay,
      extendData,
      lock: true,
      // Below the lines of orders.
      zLevel: -1,
      points: [{ dataIndex: 0, value: 0 }],
    })
}

/** Dots, unlike the dashes of orders, for eyes that do not see the colours. */
function lineFigures({ y, beyond }: PlacedAlert, widthPx: number, { warn }: ChartTheme): OverlayFigure[] {
  if (beyond !== undefined) return []
  const ends = [
    { x: 0, y },
    { x: widthPx, y },
  ]
  const styles = { style: 'dashed', dashedValue: [1, 4], size: 1.5, color: warn }
  return [{ type: 'line', attrs: { coordinates: ends }, styles, ignoreEvent: true }]
}

/** A bell in a circle, with an arrow if the line lies beyond the edge. */
function markFigures(placed: PlacedAlert, theme: ChartTheme): OverlayFigure[] {
  const { markX, y, beyond } = placed
  if (markX === undefined) return []
  const r = markSize(theme.textPx) / 2
  const x = markX + r
  const circle = {
    type: 'circle',
    attrs: { x, y, r: r - 0.5 },
    styles: {
      ...{ style: 'stroke_fill', color: theme.ground },
      ...{ borderColor: theme.warn, borderSize: 1, borderStyle: 'solid' },
    },
    ignoreEvent: true,
  }
  const bell = {
    type: 'path',
    attrs: { x, y, width: 2 * r, height: 2 * r, path: bellPath(r / 10) },
    styles: { style: 'fill', color: theme.warn },
    ignoreEvent: true,
  }
  return [circle, bell, ...(beyond === undefined ? [] : [arrowFigure(x, y, r, beyond, theme)])]
}

/** A bell around 0, 0: dome and rim, then the clapper. */
function bellPath(scale: number): string {
  const at = (...numbers: readonly number[]) => numbers.map((number) => number * scale).join(' ')
  const dome = `M ${at(-4.6, 2.9)} L ${at(-3.3, 1.2)} L ${at(-3.3, -1.2)} C ${at(-3.3, -3.4, -1.8, -4.9, 0, -4.9)}`
  const rim = `C ${at(1.8, -4.9, 3.3, -3.4, 3.3, -1.2)} L ${at(3.3, 1.2)} L ${at(4.6, 2.9)} Z`
  return `${dome} ${rim} M ${at(-1.5, 4)} L ${at(1.5, 4)} Q ${at(1.2, 5.4, 0, 5.4)} Q ${at(-1.2, 5.4, -1.5, 4)} Z`
}

function arrowFigure(
  x: number,
  y: number,
  r: number,
  beyond: 'top' | 'bottom',
  { warn }: ChartTheme,
): OverlayFigure {
  const up = beyond === 'top' ? -1 : 1
  const foot = y + up * (r + 1)
  const coordinates = [
    { x: x - 4, y: foot },
    { x: x + 4, y: foot },
    { x, y: foot + up * (arrowPx - 1) },
  ]
  return {
    type: 'polygon',
    attrs: { coordinates },
    styles: { style: 'fill', color: warn },
    ignoreEvent: true,
  }
}

/** Prices on the axis: framed, unlike the filled tags of orders. Left out where they would overlap others. */
function tagFigures(
  placed: readonly PlacedAlert[],
  taken: readonly number[],
  theme: ChartTheme,
): OverlayFigure[] {
  const shown = placed.filter(({ beyond }) => beyond === undefined)
  const others = taken.map((y) => ({ key: '', y }))
  const own = shown.map(({ y }, index) => ({ key: String(index), y }))
  const kept = withoutOverlaps([...others, ...own], labelHeight(theme.textPx) - 2)
  return shown.filter((_, index) => kept.has(String(index))).map(({ line, y }) => tagFigure(line, y, theme))
}

function tagFigure(line: AlertLine, y: number, { warn, ground, family, textPx }: ChartTheme): OverlayFigure {
  const text = formatAxisValue(alertValue(line).toFixed(line.precision))
  return {
    type: 'text',
    attrs: { x: 0, y, text, align: 'left', baseline: 'middle' },
    styles: {
      ...{ style: 'stroke_fill', color: warn, backgroundColor: ground, family, size: textPx, weight: 600 },
      ...{ paddingLeft: 4, paddingRight: 4, paddingTop: 3, paddingBottom: 3 },
      ...{ borderColor: warn, borderSize: 1, borderStyle: 'solid', borderRadius: 4 },
    },
    ignoreEvent: true,
  }
}
