// The whole app on /trade with its event marks exposed to the test; the built app shows them only as pixels.
import '#ui/theme.css'
import { type Chart, init } from 'klinecharts'
import { createRoot } from 'react-dom/client'
import { App } from '#web/app/app.tsx'
import { createAppParts } from '#web/app/create-app-parts.ts'
import { type EventScene, eventMarksOverlay } from '#web/chart/events/draw-event-marks.ts'

export type SeenMark = { readonly x: number; readonly importance: number }

declare global {
  interface Window {
    /** The visible marks, with their distance from the left edge of the chart. */
    seenEvents?: () => readonly SeenMark[]
  }
}

window.seenEvents = () => {
  const chart = chartHere()
  const overlay = chart?.getOverlays({ name: eventMarksOverlay })[0]
  if (overlay === undefined) return []
  const width = chart?.getSize('candle_pane', 'main')?.width ?? 0
  const { placed } = (overlay.extendData as () => EventScene)()
  return placed(width).map(({ x, importance }) => ({ x, importance }))
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
