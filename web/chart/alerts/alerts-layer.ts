import type { Chart as Canvas, Crosshair } from 'klinecharts'
import { type Price, price, unitsOf } from '#core/money/amounts.ts'
import { type AlertLine, alertUnder, placeAlerts } from '#web/chart/alerts/alert-layout.ts'
import { drawAlerts } from '#web/chart/alerts/draw-alerts.ts'
import type { ChartTheme } from '#web/chart/drawing/chart-theme.ts'
import type { Point } from '#web/chart/gestures/line-drag.ts'
import { watchLongPresses } from '#web/chart/gestures/long-press.ts'
import { watchTaps } from '#web/chart/gestures/tap.ts'
import { createCandlePane } from '#web/chart/orders/candle-pane.ts'
import { paneGeometry } from '#web/chart/orders/draw-order-marks.ts'
import { axisValue, type OrderLine } from '#web/chart/orders/order-marks.ts'

export type ChartAlerts = {
  /** Lines of active alerts. Marks of later lines are left out if space is short. */
  readonly lines: readonly AlertLine[]
  /** Called when the mark of an alert is tapped. */
  readonly onOpen: (alertId: number) => void
  /** Called after a long press at a price, in steps of the market. */
  readonly onPress: (price: Price) => void
}

export type AlertsLayer = {
  readonly show: (alerts: ChartAlerts, precision: number, orderLines: readonly OrderLine[]) => void
  readonly restyle: (theme: ChartTheme) => void
}

type Options = {
  readonly theme: ChartTheme
  /** Whether the pointer drags the line of an order. */
  readonly isDragging: () => boolean
}

/** Draws the lines of price alerts, opens them on a tap, and reports long presses. */
export function createAlertsLayer(
  canvas: Canvas,
  element: HTMLElement,
  { theme: initialTheme, isDragging }: Options,
): AlertsLayer {
  const pane = createCandlePane(canvas)
  let theme = initialTheme
  let precision = 0
  let alerts: ChartAlerts | undefined
  let orderLines: readonly OrderLine[] = []

  function draw(): void {
    if (alerts === undefined) return
    drawAlerts(canvas, { lines: alerts.lines, orderValues: orderLines.map(axisValue), theme })
  }
  function alertAt(at: Point): number | undefined {
    const size = pane.size()
    if (alerts === undefined || size === undefined) return undefined
    const placed = placeAlerts(alerts.lines, paneGeometry(theme, size, pane.yOf))
    return alertUnder(placed, { x: at.x, y: at.y - size.top }, theme.textPx)
  }
  function pressed(at: Point): void {
    const value = pane.valueAt(at)
    const steps = value === undefined ? 0 : unitsOf(value, precision)
    if (steps <= 0) return
    // The chart may take the end of the press for a tap, and show its crosshair.
    requestAnimationFrame(hideCrosshair)
    alerts?.onPress(price(steps))
  }

  /** Otherwise it would stay on the line of the new alert. */
  function hideCrosshair(): void {
    // The library hides it if there is none, but its type does not allow for that.
    canvas.executeAction('onCrosshairChange', undefined as unknown as Crosshair)
  }

  watchLongPresses(element, { isTaken: isDragging, onPress: pressed })
  watchTaps(element, (at) => {
    const alertId = alertAt(at)
    if (alertId !== undefined) alerts?.onOpen(alertId)
  })
  element.addEventListener('mousemove', ({ clientX, clientY }) => {
    const { left, top } = element.getBoundingClientRect()
    element.toggleAttribute('data-bell', alertAt({ x: clientX - left, y: clientY - top }) !== undefined)
  })
  return {
    show(next, nextPrecision, nextOrderLines) {
      const isSame = next.lines === alerts?.lines && nextOrderLines === orderLines
      alerts = next
      precision = nextPrecision
      orderLines = nextOrderLines
      if (!isSame) draw()
    },
    restyle(nextTheme) {
      theme = nextTheme
      draw()
    },
  }
}
