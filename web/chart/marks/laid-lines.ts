import { labelPlaces } from '#web/chart/marks/label-places.ts'
import { axisValue, keyOf, type MarkLine } from '#web/chart/marks/mark-types.ts'
import { canBeDragged } from '#web/chart/marks/meant-stop.ts'
import type { StandingLine } from '#web/chart/marks/touched-line.ts'

/** A line as it stands in the pane now. */
export type LaidLine = StandingLine & {
  readonly line: MarkLine
  readonly text: string
  /** Where the axis does not reach it; then its label stands at that edge, and the line is not drawn. */
  readonly beyond: 'top' | 'bottom' | undefined
}

export type Pane = {
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
export function laidLines(lines: readonly MarkLine[], pane: Pane): readonly LaidLine[] {
  const heightPx = labelHeight(pane.textPx)
  const standing = lines.map((line) => stand(line, pane))
  const wishes = standing.map((laid) => ({ key: laid.key, y: laid.y, widthPx: labelWidth(laid, pane) }))
  const room = { heightPx: heightPx + 2, startPx, endPx: pane.widthPx * mostOfWidth, gapPx }
  const places = new Map(labelPlaces(wishes, room).map(({ key, x }) => [key, x]))
  return standing.map((laid, index) => {
    const x = places.get(laid.key)
    return { ...laid, label: x === undefined ? undefined : { x, widthPx: wishes[index]?.widthPx ?? 0 } }
  })
}

function stand(line: MarkLine, { yOf, heightPx, textPx }: Pane): Omit<LaidLine, 'label'> {
  const at = yOf(axisValue(line))
  const beyond = at < 0 ? 'top' : at > heightPx ? 'bottom' : undefined
  const half = labelHeight(textPx) / 2 + 2
  const edges = { top: legendLines * labelHeight(textPx) + half, bottom: heightPx - half }
  const text = beyond === undefined ? line.label : `${arrows[beyond]} ${line.label}`
  return { key: keyOf(line), line, y: beyond === undefined ? at : edges[beyond], text, beyond }
}

const arrows = { top: '↑', bottom: '↓' } as const

function labelWidth(laid: Omit<LaidLine, 'label'>, { textWidth }: Pane): number {
  return Math.ceil(textWidth(laid.text)) + 2 * labelPadding + (hasGrip(laid) ? gripPx : 0)
}

/** What is out of sight cannot be taken hold of. */
export function hasGrip({ line, beyond }: Pick<LaidLine, 'line' | 'beyond'>): boolean {
  return beyond === undefined && canBeDragged(line)
}
