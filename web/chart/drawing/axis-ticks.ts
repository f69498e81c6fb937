import type { AxisTick, Chart as Canvas } from 'klinecharts'
import { type TimeTick, timeTicks } from '#web/chart/drawing/time-ticks.ts'
import type { TimeWords } from '#web/chart/drawing/time-words.ts'

/** Of the letters' height: the longest label, a day and a time, and some room beside it. */
const labelOfText = 8.5

export type AxisWishes = {
  readonly words: TimeWords
  readonly periodMs: number
  readonly textPx: number
}

/** The labels of the time axis for what is in sight now. */
export function axisTicks(canvas: Canvas, { words, periodMs, textPx }: AxisWishes): AxisTick[] {
  const bars = canvas.getDataList()
  const { from, to } = canvas.getVisibleRange()
  const startsMs = bars.slice(from, to).map(({ timestamp }) => timestamp)
  const ticks = timeTicks({
    startsMs,
    beforeMs: bars[from - 1]?.timestamp,
    periodMs,
    barPx: canvas.getBarSpace().bar,
    leastPx: labelOfText * textPx,
    offsetMs: words.offsetMs,
  })
  const newestMs = bars.at(-1)?.timestamp ?? 0
  return ticks.map((tick, at) => {
    const value = startsMs[tick.position] ?? 0
    return {
      coord: xOf(canvas, from + tick.position),
      value,
      text: labelOf(tick, value, at === 0, newestMs, words),
    }
  })
}

/** Far back in time the hour alone would not say of which day: the first label does. */
function labelOf(
  { unit }: TimeTick,
  timeMs: number,
  isFirst: boolean,
  newestMs: number,
  words: TimeWords,
): string {
  const isFarBack = isFirst && unit === 'time' && !words.isSameDay(timeMs, newestMs)
  return isFarBack ? words.moment(timeMs) : words.tick(timeMs, unit)
}

function xOf(canvas: Canvas, dataIndex: number): number {
  const place = canvas.convertToPixel({ dataIndex })
  return (Array.isArray(place) ? place[0]?.x : place.x) ?? 0
}
