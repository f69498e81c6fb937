import type { Price } from '#core/money/amounts.ts'
import type { Point } from '#web/chart/gestures/line-drag.ts'
import { touchRadiusPx } from '#web/chart/orders/drag-target.ts'
import { labelHeight, type PaneGeometry, placeLabels } from '#web/chart/orders/line-layout.ts'

/** A price of an alert. An alert of a change has two lines. */
export type AlertLine = {
  readonly alertId: number
  /** In steps of the market. */
  readonly price: Price
  readonly precision: number
}

/** A line with its mark. `y` is measured from the top of the pane. */
export type PlacedAlert = {
  readonly line: AlertLine
  readonly y: number
  /** The edge beyond which the line lies. Its mark is shown at that edge, and the line is not drawn. */
  readonly beyond: 'top' | 'bottom' | undefined
  /** Left edge of the mark. Undefined if there is no space for it. */
  readonly markX: number | undefined
}

/** More lines would hide the candles. The list of alerts has all. */
export const maxAlertLines = 20

/** Width and height of a mark. */
export function markSize(textPx: number): number {
  return textPx + 9
}

const endPx = 6
const gapPx = 3
/** Share of the width for marks, from the right. The labels of orders begin at the left. */
const markAreaShare = 0.35

type Pane = Pick<PaneGeometry, 'widthPx' | 'heightPx' | 'textPx' | 'yOf'>

/** Positions of lines and marks. Marks that would overlap move to the left; earlier lines have priority. */
export function placeAlerts(lines: readonly AlertLine[], pane: Pane): readonly PlacedAlert[] {
  const size = markSize(pane.textPx)
  const positioned = lines.slice(0, maxAlertLines).map((line) => ({ line, ...heightOf(line, pane) }))
  const requests = positioned.map(({ y }, index) => ({ key: String(index), y, widthPx: size }))
  const area = { heightPx: size + 1, startPx: endPx, endPx: pane.widthPx * markAreaShare, gapPx }
  // The labels of orders are placed from the left, the marks mirrored.
  const places = new Map(placeLabels(requests, area).map(({ key, x }) => [key, pane.widthPx - x - size]))
  return positioned.map((placed, index) => ({ ...placed, markX: places.get(String(index)) }))
}

function heightOf(line: AlertLine, { yOf, heightPx, textPx }: Pane): Pick<PlacedAlert, 'y' | 'beyond'> {
  const at = yOf(alertValue(line))
  const half = markSize(textPx) / 2 + arrowPx
  // Below the legend of the candles.
  if (at < 0) return { y: labelHeight(textPx) + half, beyond: 'top' }
  return at > heightPx ? { y: heightPx - half, beyond: 'bottom' } : { y: at, beyond: undefined }
}

/** Height of the arrow of a mark whose line lies beyond the edge. */
export const arrowPx = 6

/** The price as a plain number, as the axis uses it. */
export function alertValue({ price, precision }: Pick<AlertLine, 'price' | 'precision'>): number {
  return price / 10 ** precision
}

/** The alert whose mark is nearest to a point, within the reach of a finger. */
export function alertUnder(
  placed: readonly PlacedAlert[],
  { x, y }: Point,
  textPx: number,
): number | undefined {
  const half = markSize(textPx) / 2
  const near = placed
    .flatMap((mark) => (mark.markX === undefined ? [] : [{ ...mark, centreX: mark.markX + half }]))
    .map((mark) => ({ ...mark, distance: Math.hypot(mark.centreX - x, mark.y - y) }))
    .filter(({ distance }) => distance <= touchRadiusPx)
    .toSorted((one, other) => one.distance - other.distance)
  return near[0]?.line.alertId
}
