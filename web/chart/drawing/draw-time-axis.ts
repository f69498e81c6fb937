import { type AxisTick, type Chart as Canvas, utils } from 'klinecharts'
import type { ChartTheme } from '#web/chart/drawing/chart-theme.ts'
import { type TimeFormat, type TimeTick, timeTicks } from '#web/chart/drawing/time-axis.ts'

/** Width of the longest label (date and time, with a margin) relative to the font size. */
const labelWidthRatio = 8.5

export type TimeAxisOptions = {
  readonly format: TimeFormat
  readonly periodMs: number
  readonly theme: ChartTheme
  readonly widthPx: number
}

/** Labels of the time axis for the visible candles. Labels that an edge would cut off are left out. */
export function timeAxisTicks(
  canvas: Canvas,
  { format, periodMs, theme, widthPx }: TimeAxisOptions,
): AxisTick[] {
  const bars = canvas.getDataList()
  const { from, to } = canvas.getVisibleRange()
  const startsMs = bars.slice(from, to).map(({ timestamp }) => timestamp)
  const newestMs = bars.at(-1)?.timestamp ?? 0
  const ticks = timeTicks({
    startsMs,
    beforeMs: bars[from - 1]?.timestamp,
    periodMs,
    barPx: canvas.getBarSpace().bar,
    minSpacingPx: labelWidthRatio * theme.textPx,
    offsetMs: format.offsetMs,
  })
  const shown: AxisTick[] = []
  for (const tick of ticks) {
    const value = startsMs[tick.position] ?? 0
    const text = labelOf(tick, value, shown.length === 0, newestMs, format)
    const coord = xOf(canvas, from + tick.position)
    const half = utils.calcTextWidth(text, theme.textPx, 400, theme.family) / 2
    if (coord >= half && coord <= widthPx - half) shown.push({ coord, value, text })
  }
  return shown
}

/** The first label includes the date if it is on an earlier day than the newest candle. */
function labelOf(
  { unit }: TimeTick,
  timeMs: number,
  isFirst: boolean,
  newestMs: number,
  format: TimeFormat,
): string {
  const needsDate = isFirst && unit === 'time' && !format.isSameDay(timeMs, newestMs)
  return needsDate ? format.full(timeMs) : format.tick(timeMs, unit)
}

function xOf(canvas: Canvas, dataIndex: number): number {
  const point = canvas.convertToPixel({ dataIndex })
  return (Array.isArray(point) ? point[0]?.x : point.x) ?? 0
}
