import type { OverlayFigure } from 'klinecharts'
import type { ChartLook } from '#web/chart/drawing/chart-look.ts'
import { gripPx, hasGrip, type LaidLine, labelHeight, labelPadding } from '#web/chart/marks/laid-lines.ts'
import type { FillMark, LineTone } from '#web/chart/marks/mark-types.ts'

// The marks in the words of the chart library. What fingers do with them is not its business.

type Colours = Pick<ChartLook, 'ground' | 'family' | 'textPx'> & Readonly<Record<LineTone, string>>

/** Dashed across the pane; one that is being dragged is whole and stronger. */
export function lineFigure(
  { line, y }: LaidLine,
  widthPx: number,
  look: Colours,
  isHeld = false,
): OverlayFigure {
  return strokeFigure({ x: 0, y }, { x: widthPx, y }, look[line.tone], isHeld ? held : dashed)
}

const dashed = { style: 'dashed', dashedValue: [4, 3], size: 1 } as const
const held = { style: 'solid', dashedValue: [], size: 2 } as const
const stroke = { style: 'solid', dashedValue: [], size: 1.5 } as const

/** The words at the line, framed in its colour; filled with it while it is dragged. */
export function labelFigures(laid: LaidLine, look: Colours, isHeld = false): OverlayFigure[] {
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
  const grip = hasGrip(laid) ? gripFigures(x + widthPx - gripPx, y, ink) : []
  return [box, words, ...grip]
}

/** The price at the axis, in the colour of its line. */
export function tagFigure(y: number, text: string, tone: LineTone, look: Colours): OverlayFigure {
  const padding = { paddingLeft: 4, paddingRight: 4, paddingTop: 3, paddingBottom: 3 }
  const figure = textFigure({ x: 0, y, text, colour: look.ground }, look)
  return {
    ...figure,
    styles: { ...plainText(look, look.ground), ...padding, backgroundColor: look[tone], weight: 600 },
  }
}

/** Filled where it opened, hollow where it closed; pointing the way in which the order gains, or back. */
export function fillFigure(fill: FillMark, x: number, y: number, look: Colours): OverlayFigure {
  const isOpening = fill.what === 'opening'
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
