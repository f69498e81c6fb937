// The whole app on /trade with its candles exposed to the test; the built app shows them only as pixels.
import '#ui/theme.css'
import { init, type KLineData } from 'klinecharts'
import { createRoot } from 'react-dom/client'
import { App } from '#web/app/app.tsx'
import { createAppParts } from '#web/app/create-app-parts.ts'

declare global {
  interface Window {
    drawnBars?: () => readonly KLineData[]
  }
}

/** `init` returns the existing chart and logs a warning, which this test ignores. */
window.drawnBars = () => {
  const chart = document.querySelector<HTMLElement>('[role=application]')
  return chart === null ? [] : (init(chart)?.getDataList() ?? [])
}

history.replaceState(null, '', '/trade')
const root = document.getElementById('app')
if (root !== null) createRoot(root).render(<App parts={await createAppParts()} />)
