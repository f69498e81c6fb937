import {
  type CandleTooltipLegendsCustomCallback,
  type Chart as Canvas,
  dispose,
  init,
  type KLineData,
  type Period as Span,
} from 'klinecharts'
import { type Period, periodMs } from '#core/candle/period.ts'
import type { CandleStore } from '#web/chart/candles/candle-store.ts'
import { createCandleDrawing } from '#web/chart/candles/draw-candles.ts'
import {
  type ChartLocale,
  candleLegend,
  formatAxisValue,
  formatCompact,
} from '#web/chart/drawing/chart-format.ts'
import { chartStyles, readChartTheme, watchChartTheme } from '#web/chart/drawing/chart-theme.ts'
import { timeAxisTicks } from '#web/chart/drawing/draw-time-axis.ts'
import { drawIndicatorPanes } from '#web/chart/drawing/indicator-panes.ts'
import { createTimeFormat } from '#web/chart/drawing/time-axis.ts'
import { handleChartKeys } from '#web/chart/gestures/keyboard.ts'
import type { Indicator } from '#web/chart/indicator.ts'
import type { OrderMarks, StopMoveHandlers } from '#web/chart/orders/order-marks.ts'
import { createOrderMarksLayer } from '#web/chart/orders/order-marks-layer.ts'
import type { Timers } from '#web/platform/timers.ts'

/** Everything the chart shows. What it is handed again unchanged costs nothing. */
export type ChartProps = {
  /** Says in words what it is a picture of. */
  readonly label: string
  readonly candles: CandleStore
  /** Decimals of a price of that market. */
  readonly precision: number
  readonly indicators: ReadonlySet<Indicator>
  readonly locale: ChartLocale
  /** The orders of whoever looks at it. */
  readonly marks: OrderMarks
  readonly stopMoves: StopMoveHandlers
}

/**
 * A candlestick chart. It lives outside React: its element can be put anywhere in the page, hidden and shown again,
 * and stays what it is.
 */
export type Chart = {
  readonly element: HTMLElement
  readonly update: (wishes: ChartProps) => void
  /** Call it before the element is hidden, and `reveal` when it is seen again. */
  readonly hide: () => void
  readonly reveal: () => void
  readonly dispose: () => void
}

export function createChart(timers: Timers): Chart {
  const element = createElement()
  const canvas = openCanvas(element)
  const series = createCandleDrawing(canvas, timers)
  const unwatch = watchChartTheme(restyle)
  let look = readChartTheme()
  const marks = createOrderMarksLayer(canvas, element, look)
  let wishes: ChartProps | undefined
  let timeWords = createTimeFormat('en', '1min')
  let wasAtNewest = true

  canvas.setFormatter({
    formatDate: ({ timestamp }) => timeWords.full(timestamp),
    formatBigNumber: (value) => formatCompact(value, wishes?.locale.locale ?? 'en'),
  })
  canvas.overrideXAxis({
    createTicks: ({ bounding: { width } }) =>
      timeAxisTicks(canvas, {
        format: timeWords,
        periodMs: periodMs(periodNow()),
        theme: look,
        widthPx: width,
      }),
  })
  handleChartKeys(element, canvas)

  function periodNow(): Period {
    return wishes?.candles.subject.period ?? '1min'
  }
  function show(next: ChartProps): void {
    const before = wishes
    wishes = next
    element.ariaLabel = next.label
    const { candles: history, precision, locale: language, indicators } = next
    if (before?.locale !== language || before.candles !== history) {
      timeWords = createTimeFormat(language.locale, periodNow())
    }
    if (before?.candles !== history) series.follow(history)
    if (before?.candles !== history || before.precision !== precision) {
      canvas.setSymbol({ ticker: history.subject.code, pricePrecision: precision, volumePrecision: 0 })
    }
    if (before?.candles.subject.period !== history.subject.period) canvas.setPeriod(spans[periodNow()])
    marks.show(next.marks, next.stopMoves)
    if (before?.locale !== language) restyle()
    else if (before.indicators !== indicators || before.precision !== precision) redrawPanes()
  }
  function restyle(): void {
    look = readChartTheme()
    canvas.setStyles(chartStyles(look))
    const template: CandleTooltipLegendsCustomCallback = ({ current }) => legendOf(current)
    canvas.setStyles({ candle: { tooltip: { legend: { template } } } })
    marks.restyle(look)
    redrawPanes()
  }
  function legendOf(bar: KLineData | null) {
    return bar === null || wishes === undefined
      ? []
      : candleLegend(bar, wishes.locale.labels, wishes.precision, look)
  }
  function redrawPanes(): void {
    if (wishes === undefined) return
    drawIndicatorPanes(canvas, { shown: wishes.indicators, theme: look, precision: wishes.precision })
  }
  return {
    element,
    update: show,
    hide() {
      wasAtNewest = isAtNewest(canvas)
    },
    reveal() {
      // A hidden canvas has no width, and takes that for a reason to scroll.
      canvas.resize()
      if (wasAtNewest) queueMicrotask(() => canvas.scrollToRealTime())
    },
    dispose() {
      unwatch()
      series.stop()
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
    thousandsSeparator: { format: formatAxisValue },
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
