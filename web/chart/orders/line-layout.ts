import { type HitLine, isDraggable } from '#web/chart/orders/drag-target.ts'
import { axisValue, lineKey, type OrderLine } from '#web/chart/orders/order-marks.ts'

/** A line with its position in the pane. */
export type PlacedLine = HitLine & {
  readonly line: OrderLine
  readonly text: string
  /** The edge beyond which the line lies. Its label is shown at that edge, and the line is not drawn. */
  readonly beyond: 'top' | 'bottom' | undefined
}

export type PaneGeometry = {
  readonly widthPx: number
  readonly heightPx: number
  readonly textPx: number
  /** Distance of an axis value from the top of the pane. */
  readonly yOf: (value: number) => number
  readonly textWidth: (text: string) => number
}

export function labelHeight(textPx: number): number {
  return textPx + 10
}

export const labelPadding = 6
/** Width of the drag handle with its gap. */
export const gripPx = 13
const startPx = 6
const gapPx = 4
/** Labels at the top edge leave space for the candle legend. */
const legendLines = 1
/** Share of the width that labels may use, so that the newest candles stay visible. */
const labelAreaShare = 0.8

/** Positions of all lines and labels. Earlier lines have priority. */
export function placeLines(lines: readonly OrderLine[], pane: PaneGeometry): readonly PlacedLine[] {
  const heightPx = labelHeight(pane.textPx)
  const positioned = lines.map((line) => placeLine(line, pane))
  const requests = positioned.map((placed) => ({
    key: placed.key,
    y: placed.y,
    widthPx: labelWidth(placed, pane),
  }))
  const area = { heightPx: heightPx + 2, startPx, endPx: pane.widthPx * labelAreaShare, gapPx }
  const positions = new Map(placeLabels(requests, area).map(({ key, x }) => [key, x]))
  return positioned.map((placed, index) => {
    const x = positions.get(placed.key)
    return { ...placed, label: x === undefined ? undefined : { x, widthPx: requests[index]?.widthPx ?? 0 } }
  })
}

function placeLine(line: OrderLine, { yOf, heightPx, textPx }: PaneGeometry): Omit<PlacedLine, 'label'> {
  const at = yOf(axisValue(line))
  const beyond = at < 0 ? 'top' : at > heightPx ? 'bottom' : undefined
  const half = labelHeight(textPx) / 2 + 2
  const edges = { top: legendLines * labelHeight(textPx) + half, bottom: heightPx - half }
  const text = beyond === undefined ? line.label : `${arrows[beyond]} ${line.label}`
  return { key: lineKey(line), line, y: beyond === undefined ? at : edges[beyond], text, beyond }
}

const arrows = { top: '↑', bottom: '↓' } as const

function labelWidth(placed: Omit<PlacedLine, 'label'>, { textWidth }: PaneGeometry): number {
  return Math.ceil(textWidth(placed.text)) + 2 * labelPadding + (isGrabbable(placed) ? gripPx : 0)
}

export function isGrabbable({ line, beyond }: Pick<PlacedLine, 'line' | 'beyond'>): boolean {
  return beyond === undefined && isDraggable(line)
}

type LabelRequest = { readonly key: string; readonly y: number; readonly widthPx: number }
type LabelPosition = { readonly key: string; readonly x: number }

type LabelArea = {
  readonly heightPx: number
  /** Horizontal limits of labels. */
  readonly startPx: number
  readonly endPx: number
  readonly gapPx: number
}

/**
 * Places labels without overlaps, in order of priority. A label stays at the height of its line and moves to the right
 * of any label it would overlap. Labels without space are left out.
 */
export function placeLabels(requests: readonly LabelRequest[], area: LabelArea): readonly LabelPosition[] {
  const result: (LabelRequest & LabelPosition)[] = []
  for (const request of requests) {
    const overlapping = result.filter(({ y }) => Math.abs(y - request.y) < area.heightPx)
    const x = firstFree(request.widthPx, overlapping, area)
    if (x + request.widthPx <= area.endPx) result.push({ ...request, x })
  }
  return result.map(({ key, x }) => ({ key, x }))
}

/** The leftmost free position of this width. */
function firstFree(
  widthPx: number,
  others: readonly (LabelRequest & LabelPosition)[],
  area: LabelArea,
): number {
  let x = area.startPx
  for (const other of others.toSorted((one, next) => one.x - next.x)) {
    if (x + widthPx + area.gapPx <= other.x) break
    x = Math.max(x, other.x + other.widthPx + area.gapPx)
  }
  return x
}

/** Keys of the items at least `minDistancePx` away from every kept item before them, in order of priority. */
export function withoutOverlaps(
  requests: readonly { readonly key: string; readonly y: number }[],
  minDistancePx: number,
): ReadonlySet<string> {
  const kept: { readonly key: string; readonly y: number }[] = []
  for (const request of requests) {
    if (kept.every(({ y }) => Math.abs(y - request.y) >= minDistancePx)) kept.push(request)
  }
  return new Set(kept.map(({ key }) => key))
}

export type PriceRange = { readonly from: number; readonly to: number }

/** The candles keep at least a third of the height. */
const maxRangeFactor = 3

/** Minimum range of the candles relative to the price, so that flat candles leave space for lines. */
const minRangeShare = 0.0003

/** The axis range: the visible candles and as many of the prices as fit, nearest first. */
export function rangeWithLines(candles: PriceRange, prices: readonly number[]): PriceRange {
  const maxRange = Math.max(candles.to - candles.from, candles.to * minRangeShare) * maxRangeFactor
  const beyond = (price: number) => Math.max(candles.from - price, price - candles.to)
  return prices
    .toSorted((one, other) => beyond(one) - beyond(other))
    .reduce((range, price) => {
      const wider = { from: Math.min(range.from, price), to: Math.max(range.to, price) }
      return wider.to - wider.from <= maxRange ? wider : range
    }, candles)
}
