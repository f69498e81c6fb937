import type { AxisRange, Chart as Canvas } from 'klinecharts'
import type { ChartTheme } from '#web/chart/drawing/chart-theme.ts'
import type { Point } from '#web/chart/gestures/line-drag.ts'
import { lineUnderPointer } from '#web/chart/orders/drag-target.ts'
import { paneGeometry } from '#web/chart/orders/draw-order-marks.ts'
import { isGrabbable, type PlacedLine, type PriceRange, placeLines } from '#web/chart/orders/line-layout.ts'
import type { OrderLine } from '#web/chart/orders/order-marks.ts'

const paneId = 'candle_pane'

/** Where things lie in the pane of the candles now, from its own top. */
export type CandlePane = {
  /** The line that can be dragged there, from the top of the chart. */
  readonly lineAt: (lines: readonly OrderLine[], look: ChartTheme, at: Point) => PlacedLine | undefined
  /** The price at a height; what is beyond the pane is its edge. */
  readonly priceAt: (y: number) => number | undefined
  /** The axis shows what this makes of the range of the candles in sight. */
  readonly fitAxis: (rangeFor: (candles: PriceRange) => PriceRange) => void
}

export function createCandlePane(canvas: Canvas): CandlePane {
  function yOf(value: number): number {
    const place = canvas.convertToPixel({ value }, { paneId })
    return (Array.isArray(place) ? place[0]?.y : place.y) ?? 0
  }
  return {
    lineAt(lines, look, { x, y }) {
      const size = canvas.getSize(paneId, 'main')
      if (size === null || y < size.top || y > size.top + size.height) return undefined
      const within = placeLines(lines, paneGeometry(look, size, yOf)).filter(isGrabbable)
      const key = lineUnderPointer(within, { x, y: y - size.top })
      return within.find((line) => line.key === key)
    },
    priceAt(y) {
      const height = canvas.getSize(paneId, 'main')?.height ?? 0
      const point = canvas.convertFromPixel([{ y: Math.min(Math.max(y, 1), height - 1) }], { paneId })
      return Array.isArray(point) ? point[0]?.value : point.value
    },
    fitAxis(rangeFor) {
      canvas.overrideYAxis({
        paneId,
        createRange: ({ defaultRange: { realFrom: from, realTo: to } }) => axisRange(rangeFor({ from, to })),
      })
    },
  }
}

/** An axis of plain prices: what is real, what is shown and what is counted are one. */
function axisRange({ from, to }: PriceRange): AxisRange {
  const range = to - from
  return {
    ...{ from, to, range },
    ...{ realFrom: from, realTo: to, realRange: range },
    ...{ displayFrom: from, displayTo: to, displayRange: range },
  }
}
