import {
  type CandleTooltipLegendsCustomCallback,
  type Chart as Canvas,
  dispose,
  init,
  type KLineData,
  type Period as Span,
} from 'klinecharts'
import { type Period, periodMs } from '#core/candle/period.ts'
import type { CandleHistory } from '#web/chart/candles/candle-store.ts'
import { createSeriesDrawing } from '#web/chart/candles/draw-candles.ts'
import {
  axisFigure,
  type ChartLanguage,
  candleLegend,
  compactFigure,
} from '#web/chart/drawing/chart-format.ts'
import { chartStyles, readLook, watchLook } from '#web/chart/drawing/chart-theme.ts'
import { axisTicks } from '#web/chart/drawing/draw-time-axis.ts'
import { drawPanes } from '#web/chart/drawing/indicator-panes.ts'
import { createTimeWords } from '#web/chart/drawing/time-axis.ts'
import { answerKeys } from '#web/chart/gestures/keyboard.ts'
import type { Indicator } from '#web/chart/indicator.ts'
import type { ChartMarks, MoveAnswers } from '#web/chart/orders/order-marks.ts'
import { createChartMarks } from '#web/chart/orders/order-marks-layer.ts'
import type { Timers } from '#web/platform/timers.ts'

/** Everything the chart shows. What it is handed again unchanged costs nothing. */
export type ChartWishes = {
  /** Says in words what it is a picture of. */
  readonly label: string
  readonly history: CandleHistory
  /** Decimals of a price of that market. */
  readonly precision: number
  readonly indicators: ReadonlySet<Indicator>
  readonly language: ChartLanguage
  /** The orders of whoever looks at it. */
  readonly marks: ChartMarks
  readonly moves: MoveAnswers
}

/**
 * A candlestick chart. It lives outside React: its element can be put anywhere in the page, hidden and shown again,
 * and stays what it is.
 */
export type Chart = {
  readonly element: HTMLElement
  readonly show: (wishes: ChartWishes) => void
  /** Call it before the element is hidden, and `reveal` when it is seen again. */
  readonly hide: () => void
  readonly reveal: () => void
  readonly end: () => void
}

export function createChart(timers: Timers): Chart {
  const element = createElement()
  const canvas = openCanvas(element)
  const series = createSeriesDrawing(canvas, timers)
  const unwatch = watchLook(restyle)
  let look = readLook()
  const marks = createChartMarks(canvas, element, look)
  let wishes: ChartWishes | undefined
  let timeWords = createTimeWords('en', '1min')
  let wasAtNewest = true

  canvas.setFormatter({
    formatDate: ({ timestamp }) => timeWords.moment(timestamp),
    formatBigNumber: (value) => compactFigure(value, wishes?.language.locale ?? 'en'),
  })
  canvas.overrideXAxis({
    createTicks: ({ bounding: { width } }) =>
      axisTicks(canvas, { words: timeWords, periodMs: periodMs(periodNow()), look, widthPx: width }),
  })
  answerKeys(element, canvas)

  function periodNow(): Period {
    return wishes?.history.subject.period ?? '1min'
  }
  function show(next: ChartWishes): void {
    const before = wishes
    wishes = next
    element.ariaLabel = next.label
    const { history, precision, language, indicators } = next
    if (before?.language !== language || before.history !== history) {
      timeWords = createTimeWords(language.locale, periodNow())
    }
    if (before?.history !== history) series.follow(history)
    if (before?.history !== history || before.precision !== precision) {
      canvas.setSymbol({ ticker: history.subject.code, pricePrecision: precision, volumePrecision: 0 })
    }
    if (before?.history.subject.period !== history.subject.period) canvas.setPeriod(spans[periodNow()])
    marks.show(next.marks, next.moves)
    if (before?.language !== language) restyle()
    else if (before.indicators !== indicators || before.precision !== precision) redrawPanes()
  }
  function restyle(): void {
    look = readLook()
    canvas.setStyles(chartStyles(look))
    const template: CandleTooltipLegendsCustomCallback = ({ current }) => legendOf(current)
    canvas.setStyles({ candle: { tooltip: { legend: { template } } } })
    marks.restyle(look)
    redrawPanes()
  }
  function legendOf(bar: KLineData | null) {
    return bar === null || wishes === undefined
      ? []
      : candleLegend(bar, wishes.language.words, wishes.precision, look)
  }
  function redrawPanes(): void {
    if (wishes === undefined) return
    drawPanes(canvas, { shown: wishes.indicators, look, precision: wishes.precision })
  }
  return {
    element,
    show,
    hide() {
      wasAtNewest = isAtNewest(canvas)
    },
    reveal() {
      // A hidden canvas has no width, and takes that for a reason to scroll.
      canvas.resize()
      if (wasAtNewest) queueMicrotask(() => canvas.scrollToRealTime())
    },
    end() {
      unwatch()
      series.end()
      dispose(canvas)
    },
  }
}

function createElement(): HTMLElement {
  const element = document.createElement('div')
  element.className = 'size-full focus-visible:-outline-offset-2 data-grip:**:cursor-ns-resize!'
  element.role = 'img'
  // The arrow keys scroll it, so it must be reachable by keyboard.
  element.tabIndex = 0
  // Time runs from left to right in every language.
  element.dir = 'ltr'
  return element
}

/** Periods in the words of the chart library. */
const spans: Readonly<Record<Period, Span>> = {
  '1min': { type: 'minute', span: 1 },
  '5min': { type: 'minute', span: 5 },
  '15min': { type: 'minute', span: 15 },
  '30min': { type: 'minute', span: 30 },
  '60min': { type: 'hour', span: 1 },
  '1day': { type: 'day', span: 1 },
}

/** Room right of the newest candle. */
const rightPx = 24
/** Width of a candle with the gap beside it: about an hour of minutes on a phone. */
const barPx = 7

function openCanvas(element: HTMLElement): Canvas {
  const canvas = init(element, {
    // Keys belong to what has the focus, not to the whole page.
    hotkey: { enabled: false },
    // The axis always fits what is in sight: a scale changed by a stray finger would have to be found out how to undo.
    layout: { yAxis: { scrollZoomEnabled: false, gap: { top: 0.16, bottom: 0.1 } } },
    thousandsSeparator: { format: axisFigure },
    decimalFold: { format: String },
  })
  if (canvas === null) throw new Error('the chart could not be drawn')
  canvas.setBarSpace(barPx)
  canvas.setOffsetRightDistance(rightPx)
  // The library puts it before everything else in the order of the tab key.
  for (const focusable of element.querySelectorAll<HTMLElement>('[tabindex]')) focusable.tabIndex = -1
  return canvas
}

function isAtNewest(canvas: Canvas): boolean {
  return canvas.getVisibleRange().to >= canvas.getDataList().length
}
