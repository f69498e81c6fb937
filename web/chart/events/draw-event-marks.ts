import { type Chart as Canvas, type OverlayFigure, registerOverlay } from 'klinecharts'
import type { ChartTheme } from '#web/chart/drawing/chart-theme.ts'
import type { EventMark } from '#web/chart/events/event-marks.ts'

/** `x` is measured from the left edge of the chart. */
export type PlacedMark = EventMark & { readonly x: number }

export type EventScene = {
  /** The visible marks. */
  readonly placed: (widthPx: number) => readonly PlacedMark[]
  readonly theme: ChartTheme
}

export const eventMarksOverlay = 'openlot_events'

/** Height of the strip above the labels of the axis in which marks are drawn. */
export const eventStripPx = 13

/** A function, because the library deep-copies any other data of an overlay. */
type SceneGetter = () => EventScene

registerOverlay<SceneGetter>({
  name: eventMarksOverlay,
  createXAxisFigures({ overlay, bounding: { width } }) {
    const { placed, theme } = overlay.extendData()
    // More important marks are drawn over the others.
    return [...placed(width)]
      .sort((one, other) => one.importance - other.importance)
      .map((mark) => markFigure(mark, theme))
  },
})

export function drawEventMarks(canvas: Canvas, scene: EventScene): void {
  const extendData: SceneGetter = () => scene
  const exists = canvas.getOverlays({ name: eventMarksOverlay }).length > 0
  // `createOverlay` requires a point, which is not used.
  if (exists) canvas.overrideOverlay({ name: eventMarksOverlay, extendData })
  else
    canvas.createOverlay({
      name: eventMarksOverlay,
      extendData,
      lock: true,
      points: [{ dataIndex: 0, value: 0 }],
    })
}

/** A diamond. Size and filling tell the importance too, for eyes that do not see the colours. */
function markFigure({ x, importance }: PlacedMark, theme: ChartTheme): OverlayFigure {
  const y = eventStripPx / 2
  const half = importance === 3 ? 5 : importance === 2 ? 4 : 3.5
  const colour = importance === 3 ? theme.warn : importance === 2 ? theme.accent : theme.dim
  return {
    type: 'polygon',
    attrs: {
      coordinates: [
        { x, y: y - half },
        { x: x + half, y },
        { x, y: y + half },
        { x: x - half, y },
      ],
    },
    styles: {
      style: 'stroke_fill',
      color: importance === 1 ? theme.ground : colour,
      borderColor: colour,
      borderSize: 1,
      borderStyle: 'solid',
    },
    ignoreEvent: true,
  }
}
