import { type AxisTick, type Chart as Canvas, utils } from 'klinecharts'
import type { ChartTheme } from '#web/chart/drawing/chart-theme.ts'
import { type TimeFormat, type TimeTick, timeTicks } from '#web/chart/drawing/time-axis.ts'

/** Of the letters' height: the longest label, a day and a time, and some room beside it. */
const labelOfText = 8.5

export type TimeAxisOptions = {
  readonly format: TimeFormat
  readonly periodMs: number
  readonly theme: ChartTheme
  readonly widthPx: number
}

/** The labels of the time axis for what is in sight now; none is cut off at an edge. */
export function timeAxisTicks(
  canvas: Canvas,
  { format: words, periodMs, theme: look, widthPx }: TimeAxisOptions,
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
    minSpacingPx: labelOfText * look.textPx,
    offsetMs: words.offsetMs,
  })
  const shown: AxisTick[] = []
  for (const tick of ticks) {
    const value = startsMs[tick.position] ?? 0
    const text = labelOf(tick, value, shown.length === 0, newestMs, words)
    const coord = xOf(canvas, from + tick.position)
    const half = utils.calcTextWidth(text, look.textPx, 400, look.family) / 2
    if (coord >= half && coord <= widthPx - half) shown.push({ coord, value, text })
  }
  return shown
}

/** Far back in time the hour alone would not say of which day: the first label does. */
function labelOf(
  { unit }: TimeTick,
  timeMs: number,
  isFirst: boolean,
  newestMs: number,
  words: TimeFormat,
): string {
  const isFarBack = isFirst && unit === 'time' && !words.isSameDay(timeMs, newestMs)
  return isFarBack ? words.full(timeMs) : words.tick(timeMs, unit)
}

function xOf(canvas: Canvas, dataIndex: number): number {
  const place = canvas.convertToPixel({ dataIndex })
  return (Array.isArray(place) ? place[0]?.x : place.x) ?? 0
}
