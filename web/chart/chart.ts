import {
  type CandleTooltipLegendsCustomCallback,
  type Chart as Canvas,
  dispose,
  init,
  type KLineData,
  type Period as LibraryPeriod,
} from 'klinecharts'
import type { Timers } from '#browser/platform/timers.ts'
import { type Period, periodMs } from '#core/candle/period.ts'
import { classes } from '#ui/classes.ts'
import { type ChartAlerts, createAlertsLayer } from '#web/chart/alerts/alerts-layer.ts'
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
import { type ChartEvents, createEventMarksLayer } from '#web/chart/events/event-marks-layer.ts'
import { handleChartKeys } from '#web/chart/gestures/keyboard.ts'
import type { Indicator } from '#web/chart/indicator.ts'
import type { OrderMarks, StopMoveHandlers } from '#web/chart/orders/order-marks.ts'
import { createOrderMarksLayer } from '#web/chart/orders/order-marks-layer.ts'

/** Everything the chart shows. Unchanged values cost nothing on the next update. */
export type ChartProps = {
  /** Description for screen readers. */
  readonly label: string
  readonly candles: CandleStore
  /** Decimals of the market's prices. */
  readonly precision: number
  readonly indicators: ReadonlySet<Indicator>
  readonly locale: ChartLocale
  readonly marks: OrderMarks
  readonly stopMoves: StopMoveHandlers
  /** Economic events on the time axis; undefined if they are switched off. */
  readonly events: ChartEvents | undefined
  readonly alerts: ChartAlerts
}

/**
 * A candlestick chart. It lives outside React: its element can be moved, hidden and shown again without losing state.
 */
export type Chart = {
  readonly element: HTMLElement
  readonly update: (props: ChartProps) => void
  /** Call it before the element is hidden, and `reveal` when it is visible again. */
  readonly hide: () => void
  readonly reveal: () => void
  readonly dispose: () => void
}

export function createChart(timers: Timers): Chart {
  const element = createElement()
  const canvas = openCanvas(element)
  const drawing = createCandleDrawing(canvas, timers)
  const stopWatchingTheme = watchChartTheme(restyle)
  let theme = readChartTheme()
  const marks = createOrderMarksLayer(canvas, element, theme)
  const eventMarks = createEventMarksLayer(canvas, element, { theme, timers })
  const alertLines = createAlertsLayer(canvas, element, { theme, isDragging: marks.isDragging })
  let props: ChartProps | undefined
  let timeFormat = createTimeFormat('en', '1min')
  let wasAtNewest = true

  canvas.setFormatter({
    formatDate: ({ timestamp }) => timeFormat.full(timestamp),
    formatBigNumber: (value) => formatCompact(value, props?.locale.locale ?? 'en'),
  })
  canvas.overrideXAxis({
    createTicks: ({ bounding: { width } }) =>
      timeAxisTicks(canvas, {
        format: timeFormat,
        periodMs: periodMs(currentPeriod()),
        theme,
        widthPx: width,
      }),
  })
  handleChartKeys(element, canvas)

  function currentPeriod(): Period {
    return props?.candles.subject.period ?? '1min'
  }
  function update(next: ChartProps): void {
    const before = props
    props = next
    element.ariaLabel = next.label
    const { candles, precision, locale, indicators } = next
    if (before?.locale !== locale || before.candles !== candles) {
      timeFormat = createTimeFormat(locale.locale, currentPeriod())
    }
    if (before?.candles !== candles) drawing.follow(candles)
    if (before?.candles !== candles || before.precision !== precision) {
      canvas.setSymbol({ ticker: candles.subject.code, pricePrecision: precision, volumePrecision: 0 })
    }
    if (before?.candles.subject.period !== candles.subject.period)
      canvas.setPeriod(libraryPeriods[currentPeriod()])
    marks.show(next.marks, next.stopMoves)
    eventMarks.show(next.events, currentPeriod())
    alertLines.show(next.alerts, precision, next.marks.lines)
    if (before?.locale !== locale) restyle()
    else if (before.indicators !== indicators || before.precision !== precision) redrawPanes()
  }
  function restyle(): void {
    theme = readChartTheme()
    canvas.setStyles(chartStyles(theme))
    const template: CandleTooltipLegendsCustomCallback = ({ current }) => legendOf(current)
    canvas.setStyles({ candle: { tooltip: { legend: { template } } } })
    marks.restyle(theme)
    eventMarks.restyle(theme)
    alertLines.restyle(theme)
    redrawPanes()
  }
  function legendOf(bar: KLineData | null) {
    return bar === null || props === undefined
      ? []
      : candleLegend(bar, props.locale.labels, props.precision, theme)
  }
  function redrawPanes(): void {
    if (props === undefined) return
    drawIndicatorPanes(canvas, { shown: props.indicators, theme, precision: props.precision })
  }
  return {
    element,
    update,
    hide() {
      wasAtNewest = isAtNewest(canvas)
    },
    reveal() {
      // While hidden, the canvas has no width, which makes the library change its scroll position.
      canvas.resize()
      if (wasAtNewest) queueMicrotask(() => canvas.scrollToRealTime())
    },
    dispose() {
      stopWatchingTheme()
      drawing.stop()
      eventMarks.stop()
      dispose(canvas)
    },
  }
}

function createElement(): HTMLElement {
  const element = document.createElement('div')
  element.className = classes(
    'size-full select-none focus-visible:-outline-offset-2 [-webkit-touch-callout:none]',
    'data-bell:**:cursor-pointer! data-mark:**:cursor-pointer! data-grip:**:cursor-ns-resize!',
  )
  // Not `img`, which has no controls: the arrow keys scroll the chart.
  element.role = 'application'
  element.tabIndex = 0
  // Left to right even in right-to-left languages.
  element.dir = 'ltr'
  return element
}

/** Periods in the format of the chart library. */
const libraryPeriods: Readonly<Record<Period, LibraryPeriod>> = {
  '1min': { type: 'minute', span: 1 },
  '5min': { type: 'minute', span: 5 },
  '15min': { type: 'minute', span: 15 },
  '30min': { type: 'minute', span: 30 },
  '60min': { type: 'hour', span: 1 },
  '1day': { type: 'day', span: 1 },
}

/** Space to the right of the newest candle. */
const rightPx = 24
/** Width of a candle with its gap. An hour of 1min candles fits on a phone. */
const barPx = 7

function openCanvas(element: HTMLElement): Canvas {
  const canvas = init(element, {
    // The library's hotkeys would act on the whole page.
    hotkey: { enabled: false },
    // No manual scaling of the price axis: a user who scales it by accident may not find out how to undo it.
    layout: { yAxis: { scrollZoomEnabled: false, gap: { top: 0.16, bottom: 0.1 } } },
    thousandsSeparator: { format: formatAxisValue },
    decimalFold: { format: String },
  })
  if (canvas === null) throw new Error('chart initialisation failed')
  canvas.setBarSpace(barPx)
  canvas.setOffsetRightDistance(rightPx)
  // The library makes inner elements focusable ahead of the rest of the page.
  for (const focusable of element.querySelectorAll<HTMLElement>('[tabindex]')) focusable.tabIndex = -1
  return canvas
}

function isAtNewest(canvas: Canvas): boolean {
  return canvas.getVisibleRange().to >= canvas.getDataList().length
}
