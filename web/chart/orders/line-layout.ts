import { type HitLine, isDraggable } from '#web/chart/orders/drag-target.ts'
import { axisValue, lineKey, type OrderLine } from '#web/chart/orders/order-marks.ts'

/** A line as it stands in the pane now. */
export type PlacedLine = HitLine & {
  readonly line: OrderLine
  readonly text: string
  /** Where the axis does not reach it; then its label stands at that edge, and the line is not drawn. */
  readonly beyond: 'top' | 'bottom' | undefined
}

export type PaneGeometry = {
  readonly widthPx: number
  readonly heightPx: number
  readonly textPx: number
  /** Where a value of the axis lies, from the top. */
  readonly yOf: (value: number) => number
  readonly textWidth: (text: string) => number
}

export function labelHeight(textPx: number): number {
  return textPx + 10
}

export const labelPadding = 6
/** The two strokes that say that it can be grabbed, and the gap before them. */
export const gripPx = 13
const startPx = 6
const gapPx = 4
/** What stands at the top edge stands below the legend of the candles. */
const legendLines = 1
/** The newest candles stay in sight. */
const mostOfWidth = 0.8

/** Every line with the place of its label. The first of them has the first choice. */
export function placeLines(lines: readonly OrderLine[], pane: PaneGeometry): readonly PlacedLine[] {
  const heightPx = labelHeight(pane.textPx)
  const standing = lines.map((line) => placeLine(line, pane))
  const wishes = standing.map((laid) => ({ key: laid.key, y: laid.y, widthPx: labelWidth(laid, pane) }))
  const room = { heightPx: heightPx + 2, startPx, endPx: pane.widthPx * mostOfWidth, gapPx }
  const places = new Map(placeLabels(wishes, room).map(({ key, x }) => [key, x]))
  return standing.map((laid, index) => {
    const x = places.get(laid.key)
    return { ...laid, label: x === undefined ? undefined : { x, widthPx: wishes[index]?.widthPx ?? 0 } }
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

function labelWidth(laid: Omit<PlacedLine, 'label'>, { textWidth }: PaneGeometry): number {
  return Math.ceil(textWidth(laid.text)) + 2 * labelPadding + (isGrabbable(laid) ? gripPx : 0)
}

/** What is out of sight cannot be taken hold of. */
export function isGrabbable({ line, beyond }: Pick<PlacedLine, 'line' | 'beyond'>): boolean {
  return beyond === undefined && isDraggable(line)
}

/** A label that would like to stand at this height, most important first. */
type LabelRequest = { readonly key: string; readonly y: number; readonly widthPx: number }
type LabelPosition = { readonly key: string; readonly x: number }

type LabelArea = {
  readonly heightPx: number
  /** Where the first column begins, and what no label may reach beyond. */
  readonly startPx: number
  readonly endPx: number
  readonly gapPx: number
}

/**
 * Where labels stand so that none covers another. Each stays at the height of its line; one that would cover another
 * stands beside it. One for which there is no room is left out: its line is still there.
 */
export function placeLabels(wishes: readonly LabelRequest[], room: LabelArea): readonly LabelPosition[] {
  const placed: (LabelRequest & LabelPosition)[] = []
  for (const wish of wishes) {
    const inTheWay = placed.filter(({ y }) => Math.abs(y - wish.y) < room.heightPx)
    const x = firstFree(wish.widthPx, inTheWay, room)
    if (x + wish.widthPx <= room.endPx) placed.push({ ...wish, x })
  }
  return placed.map(({ key, x }) => ({ key, x }))
}

/** The leftmost place of this width beside those. */
function firstFree(
  widthPx: number,
  others: readonly (LabelRequest & LabelPosition)[],
  room: LabelArea,
): number {
  let x = room.startPx
  for (const other of others.toSorted((one, next) => one.x - next.x)) {
    if (x + widthPx + room.gapPx <= other.x) break
    x = Math.max(x, other.x + other.widthPx + room.gapPx)
  }
  return x
}

/** Of heights in the order of their importance, those that are far enough from all that come before them. */
export function withoutOverlaps(
  wishes: readonly { readonly key: string; readonly y: number }[],
  leastPx: number,
): ReadonlySet<string> {
  const kept: { readonly key: string; readonly y: number }[] = []
  for (const wish of wishes) {
    if (kept.every(({ y }) => Math.abs(y - wish.y) >= leastPx)) kept.push(wish)
  }
  return new Set(kept.map(({ key }) => key))
}

export type PriceRange = { readonly from: number; readonly to: number }

/** The candles keep at least a third of the height, however far away the lines of orders are. */
const mostOfCandles = 3

/** Of the price: what candles that hardly moved are taken to span, so that there is room beside them. */
const leastShare = 0.0003

/** What the axis shows: the candles in sight, and as many of these prices as there is room for, the nearest first. */
export function rangeWithLines(candles: PriceRange, prices: readonly number[]): PriceRange {
  const most = Math.max(candles.to - candles.from, candles.to * leastShare) * mostOfCandles
  const beyond = (price: number) => Math.max(candles.from - price, price - candles.to)
  return prices
    .toSorted((one, other) => beyond(one) - beyond(other))
    .reduce((range, price) => {
      const wider = { from: Math.min(range.from, price), to: Math.max(range.to, price) }
      return wider.to - wider.from <= most ? wider : range
    }, candles)
}
