import { barIndexAt } from '#web/chart/drawing/time-axis.ts'

/** A time at which there are economic events, with the highest importance of them. */
export type EventTime = { readonly timeMs: number; readonly importance: number }

/** One mark on the time axis. */
export type EventMark = {
  /** Index of its candle. Beyond the last candle for events that are still to come. */
  readonly dataIndex: number
  readonly firstMs: number
  readonly lastMs: number
  /** The highest of its events. */
  readonly importance: number
}

type CandleAxis = {
  readonly bars: readonly { readonly timestamp: number }[]
  readonly periodMs: number
  readonly barPx: number
}

/** Closer marks become one. */
const minSpacingPx = 10

/**
 * Marks for times in ascending order. Events of one candle share a mark, and so do those of neighbouring candles that
 * are too close to be told apart. Events while there were no prices belong to the candle before.
 */
export function eventMarks(times: readonly EventTime[], axis: CandleAxis): readonly EventMark[] {
  const marks: EventMark[] = []
  for (const { timeMs, importance } of times) {
    const dataIndex = candleOf(timeMs, axis)
    if (dataIndex === undefined) continue
    const last = marks.at(-1)
    const isNear =
      last !== undefined &&
      (dataIndex === last.dataIndex || (dataIndex - last.dataIndex) * axis.barPx < minSpacingPx)
    if (isNear)
      marks[marks.length - 1] = {
        ...last,
        lastMs: timeMs,
        importance: Math.max(importance, last.importance),
      }
    else marks.push({ dataIndex, firstMs: timeMs, lastMs: timeMs, importance })
  }
  return marks
}

function candleOf(timeMs: number, { bars, periodMs }: CandleAxis): number | undefined {
  const index = barIndexAt(bars, timeMs)
  if (index === undefined || index < bars.length - 1) return index
  return index + Math.floor((timeMs - (bars[index]?.timestamp ?? timeMs)) / periodMs)
}

/** Half of the width in which a finger hits a mark: 44 px in all. */
const reachPx = 22

/** The mark nearest to a place on the axis, within the reach of a finger. */
export function markAt<Mark extends { readonly x: number }>(
  marks: readonly Mark[],
  x: number,
): Mark | undefined {
  let nearest: Mark | undefined
  for (const mark of marks) {
    const distance = Math.abs(mark.x - x)
    if (distance <= reachPx && (nearest === undefined || distance < Math.abs(nearest.x - x))) nearest = mark
  }
  return nearest
}
