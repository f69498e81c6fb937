import type { Chart as Canvas } from 'klinecharts'
import type { CancelTimer, Timers } from '#browser/platform/timers.ts'
import { type Period, periodMs } from '#core/candle/period.ts'
import { axisLabelGapPx, type ChartTheme } from '#web/chart/drawing/chart-theme.ts'
import {
  drawEventMarks,
  eventMarksOverlay,
  eventStripPx,
  type PlacedMark,
} from '#web/chart/events/draw-event-marks.ts'
import { chunksOf, type EventChunk } from '#web/chart/events/event-chunks.ts'
import { type EventMark, type EventTime, eventMarks, markAt } from '#web/chart/events/event-marks.ts'
import type { Point } from '#web/chart/gestures/line-drag.ts'
import { watchTaps } from '#web/chart/gestures/tap.ts'

/** The chunks that the visible candles of this period need. */
export type EventView = { readonly period: Period; readonly chunks: readonly EventChunk[] }

export type ChartEvents = {
  /** In ascending order. */
  readonly times: readonly EventTime[]
  /** Called when the user has scrolled or zoomed to other chunks. */
  readonly onView: (view: EventView) => void
  readonly onOpen: (mark: EventMark) => void
}

export type EventMarksLayer = {
  /** Without events, the layer does nothing. */
  readonly show: (events: ChartEvents | undefined, period: Period) => void
  readonly restyle: (theme: ChartTheme) => void
  readonly stop: () => void
}

/** Waits until the user has stopped scrolling. */
const settleMs = 250
/** The height in which a tap hits a mark, from the bottom of the chart. */
const tapPx = 44

/** Draws the marks of economic events on the time axis, and opens them on a tap. */
export function createEventMarksLayer(
  canvas: Canvas,
  element: HTMLElement,
  { theme: initialTheme, timers }: { readonly theme: ChartTheme; readonly timers: Timers },
): EventMarksLayer {
  let theme = initialTheme
  let events: ChartEvents | undefined
  let period: Period = '1min'
  let cancel: CancelTimer | undefined
  let seen = ''
  const marksOf = createMarks(canvas)

  function draw(): void {
    if (events === undefined) canvas.removeOverlay({ name: eventMarksOverlay })
    else drawEventMarks(canvas, { placed, theme })
  }
  function makeRoom(): void {
    const marginStart = events === undefined ? axisLabelGapPx : eventStripPx
    canvas.setStyles({ xAxis: { tickText: { marginStart } } })
  }
  function placed(widthPx: number): readonly PlacedMark[] {
    return events === undefined ? [] : placeMarks(canvas, marksOf(events.times, period), widthPx)
  }
  function viewChanged(): void {
    if (events === undefined || keyOf(visibleChunks(canvas, period)) === seen) return
    cancel ??= timers.after(settleMs, () => {
      cancel = undefined
      const chunks = visibleChunks(canvas, period)
      seen = keyOf(chunks)
      if (chunks.length > 0) events?.onView({ period, chunks })
    })
  }
  function markUnder({ x, y }: Point): EventMark | undefined {
    const { width, height } = element.getBoundingClientRect()
    const axisPx = width - (canvas.getSize('candle_pane', 'yAxis')?.width ?? 0)
    return y < height - tapPx || x > axisPx ? undefined : markAt(placed(axisPx), x)
  }

  canvas.subscribeAction('onVisibleRangeChange', viewChanged)
  watchTaps(element, (at) => {
    const mark = markUnder(at)
    if (mark !== undefined) events?.onOpen(mark)
  })
  element.addEventListener('mousemove', ({ clientX, clientY }) => {
    if (events === undefined) return
    const { left, top } = element.getBoundingClientRect()
    element.toggleAttribute('data-mark', markUnder({ x: clientX - left, y: clientY - top }) !== undefined)
  })
  function stop(): void {
    cancel?.()
    cancel = undefined
    seen = ''
  }
  return {
    show(next, nextPeriod) {
      const wasShown = events !== undefined
      if (next === events && nextPeriod === period) return
      if (nextPeriod !== period || next === undefined) stop()
      events = next
      period = nextPeriod
      if (wasShown !== (next !== undefined)) makeRoom()
      draw()
      viewChanged()
    },
    restyle(nextTheme) {
      theme = nextTheme
      makeRoom()
      draw()
    },
    stop,
  }
}

/** Computes the marks again only if times, candles or zoom have changed: the canvas is redrawn with every tick. */
function createMarks(canvas: Canvas) {
  let marks: readonly EventMark[] = []
  let times: readonly EventTime[] = []
  let key = ''
  return (nextTimes: readonly EventTime[], period: Period): readonly EventMark[] => {
    const bars = canvas.getDataList()
    const { bar: barPx } = canvas.getBarSpace()
    const nextKey = [period, barPx, bars.length, bars[0]?.timestamp, bars.at(-1)?.timestamp].join()
    if (nextTimes !== times || nextKey !== key) {
      times = nextTimes
      key = nextKey
      marks = eventMarks(times, { bars, periodMs: periodMs(period), barPx })
    }
    return marks
  }
}

function placeMarks(canvas: Canvas, marks: readonly EventMark[], widthPx: number): readonly PlacedMark[] {
  const { realFrom, realTo } = canvas.getVisibleRange()
  return marks
    .filter(({ dataIndex }) => dataIndex >= realFrom && dataIndex <= realTo)
    .map((mark) => ({ ...mark, x: xOf(canvas, mark.dataIndex) }))
    .filter(({ x }) => x >= 0 && x <= widthPx)
}

/** Up to the last time on the axis, which may be later than the last candle. */
function visibleChunks(canvas: Canvas, period: Period): readonly EventChunk[] {
  const bars = canvas.getDataList()
  const { from, to, realTo } = canvas.getVisibleRange()
  const [first, newest] = [bars[from], bars.at(-1)]
  if (first === undefined || newest === undefined) return []
  const lastMs = newest.timestamp + (Math.max(0, realTo - bars.length) + 1) * periodMs(period)
  return chunksOf(first.timestamp, bars[to]?.timestamp ?? lastMs, period)
}

function keyOf(chunks: readonly EventChunk[]): string {
  return `${chunks[0]?.fromMs} ${chunks.at(-1)?.toMs}`
}

function xOf(canvas: Canvas, dataIndex: number): number {
  const point = canvas.convertToPixel({ dataIndex })
  return (Array.isArray(point) ? point[0]?.x : point.x) ?? 0
}
