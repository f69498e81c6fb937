import type { Chart } from '#web/chart/chart.ts'
import type { AppParts } from '#web/parts/app-parts.tsx'
import { browserTimers } from '#web/platform/timers.ts'

const charts = new WeakMap<AppParts, Promise<Chart>>()

/** The one chart of the page. Its code is fetched when it is first wanted; one that did not arrive is fetched again. */
export function openChart(parts: AppParts): Promise<Chart> {
  const present = charts.get(parts)
  if (present !== undefined) return present
  const opened = import('#web/chart/chart.ts').then(({ createChart }) => createChart(browserTimers))
  charts.set(parts, opened)
  opened.catch(() => charts.delete(parts))
  return opened
}
