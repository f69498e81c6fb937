import type { AxisRange, Chart as Canvas } from 'klinecharts'
import type { ChartTheme } from '#web/chart/drawing/chart-theme.ts'
import type { Point } from '#web/chart/gestures/line-drag.ts'
import { lineUnderPointer } from '#web/chart/orders/drag-target.ts'
import { paneGeometry } from '#web/chart/orders/draw-order-marks.ts'
import { isGrabbable, type PlacedLine, type PriceRange, placeLines } from '#web/chart/orders/line-layout.ts'
import type { OrderLine } from '#web/chart/orders/order-marks.ts'

const paneId = 'candle_pane'

/** Geometry of the candle pane. `y` is measured from the top of the pane unless noted. */
export type CandlePane = {
  /** The draggable line at a point. `at.y` is measured from the top of the chart. */
  readonly lineAt: (lines: readonly OrderLine[], theme: ChartTheme, at: Point) => PlacedLine | undefined
  /** The price at `y`, which is clamped to the pane. */
  readonly priceAt: (y: number) => number | undefined
  /** The price at a point; undefined outside the pane. `at.y` is measured from the top of the chart. */
  readonly valueAt: (at: Point) => number | undefined
  readonly yOf: (value: number) => number
  /** `top` is measured from the top of the chart. Undefined while the chart has no size. */
  readonly size: () => PaneSize | undefined
  /** Sets the axis range as a function of the range of the visible candles. */
  readonly fitAxis: (rangeFor: (candles: PriceRange) => PriceRange) => void
}

type PaneSize = { readonly top: number; readonly width: number; readonly height: number }

export function createCandlePane(canvas: Canvas): CandlePane {
  function yOf(value: number): number {
    const point = canvas.convertToPixel({ value }, { paneId })
    return (Array.isArray(point) ? point[0]?.y : point.y) ?? 0
  }
  function priceAt(y: number): number | undefined {
    const height = canvas.getSize(paneId, 'main')?.height ?? 0
    const point = canvas.convertFromPixel([{ y: Math.min(Math.max(y, 1), height - 1) }], { paneId })
    return Array.isArray(point) ? point[0]?.value : point.value
  }
  return {
    yOf,
    priceAt,
    size: () => canvas.getSize(paneId, 'main') ?? undefined,
    valueAt({ x, y }) {
      const size = canvas.getSize(paneId, 'main')
      if (size === null || x < 0 || x > size.width || y < size.top || y > size.top + size.height)
        return undefined
      return priceAt(y - size.top)
    },
    lineAt(lines, theme, { x, y }) {
      const size = canvas.getSize(paneId, 'main')
      if (size === null || y < size.top || y > size.top + size.height) return undefined
      const grabbable = placeLines(lines, paneGeometry(theme, size, yOf)).filter(isGrabbable)
      const key = lineUnderPointer(grabbable, { x, y: y - size.top })
      return grabbable.find((line) => line.key === key)
    },
    fitAxis(rangeFor) {
      canvas.overrideYAxis({
        paneId,
        createRange: ({ defaultRange: { realFrom: from, realTo: to } }) => axisRange(rangeFor({ from, to })),
      })
    },
  }
}

/** A linear price axis: real and displayed values are the same. */
function axisRange({ from, to }: PriceRange): AxisRange {
  const range = to - from
  return {
    ...{ from, to, range },
    ...{ realFrom: from, realTo: to, realRange: range },
    ...{ displayFrom: from, displayTo: to, displayRange: range },
  }
}
