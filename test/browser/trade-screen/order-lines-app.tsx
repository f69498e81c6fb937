// The whole app on /trade with its chart lines exposed to the test; the built app shows them only as pixels.
import '#ui/theme.css'
import { type Chart, init } from 'klinecharts'
import { createRoot } from 'react-dom/client'
import { App } from '#web/app/app.tsx'
import { createAppParts } from '#web/app/create-app-parts.ts'
import { type OrderMarksScene, orderMarksOverlay } from '#web/chart/orders/draw-order-marks.ts'
import { noMarks } from '#web/chart/orders/order-marks.ts'

/** A line with its distance from the top of the chart. */
export type SeenLine = {
  readonly kind: string
  readonly price: number
  readonly label: string
  readonly tone: string
  readonly y: number
}

export type SeenMarks = {
  readonly lines: readonly SeenLine[]
  readonly fills: readonly { readonly side: string; readonly what: string; readonly price: number }[]
  /** The candle at the left edge, which changes on a scroll. */
  readonly from: number
}

declare global {
  interface Window {
    seenMarks?: () => SeenMarks
    /** Distance of a price from the top of the chart. */
    heightOf?: (price: number) => number
  }
}

window.seenMarks = () => {
  const chart = chartHere()
  const overlay = chart?.getOverlays({ name: orderMarksOverlay })[0]
  const { marks } =
    overlay === undefined ? { marks: noMarks } : (overlay.extendData as () => OrderMarksScene)()
  return {
    lines: marks.lines.map(({ kind, price, label, tone, precision }) => ({
      ...{ kind, label, tone, price: price / 10 ** precision },
      y: heightOf(price / 10 ** precision),
    })),
    fills: marks.fills.map(({ side, kind: what, price, precision }) => ({
      side,
      what,
      price: price / 10 ** precision,
    })),
    from: chart?.getVisibleRange().realFrom ?? 0,
  }
}
window.heightOf = heightOf

function heightOf(value: number): number {
  const place = chartHere()?.convertToPixel({ value }, { paneId: 'candle_pane', absolute: true })
  return (Array.isArray(place) ? place[0]?.y : place?.y) ?? 0
}

/** `init` returns the existing chart, and would log a warning. */
function chartHere(): Chart | null {
  const element = document.querySelector<HTMLElement>('[role=application]')
  const { warn } = console
  console.warn = () => undefined
  const chart = element === null ? null : init(element)
  console.warn = warn
  return chart
}

history.replaceState(null, '', '/trade')
const root = document.getElementById('app')
if (root !== null) createRoot(root).render(<App parts={await createAppParts()} />)
