import { useMemo, useState } from 'react'
import type { PriceAlert } from '#contract/calls/alerts.ts'
import { formatPrice, parsePrice } from '#core/money/amounts.ts'
import type { AlertLine } from '#web/chart/alerts/alert-layout.ts'
import type { ChartAlerts } from '#web/chart/alerts/alerts-layer.ts'
import type { ListedMarket } from '#web/markets/markets-types.ts'
import { alertLevels } from '#web/parts/alerts/alert-levels.ts'
import type { AlertRequest } from '#web/parts/alerts/alert-sheet.tsx'
import { useAlerts } from '#web/parts/alerts/use-alerts.ts'

export type ChartAlertsState = {
  /** For the chart. */
  readonly alerts: ChartAlerts
  /** Active alerts of this market, newest first. */
  readonly active: readonly PriceAlert[]
  /** Undefined while the sheet is closed. */
  readonly request: AlertRequest | undefined
  readonly open: (request: AlertRequest) => void
  readonly close: () => void
}

/** Price alerts of a market on its chart. Without an answer there are none: they only add to the chart. */
export function useChartAlerts({ id, precision }: ListedMarket): ChartAlertsState {
  const { data } = useAlerts()
  const [opened, setOpened] = useState<{ readonly marketId: number; readonly request: AlertRequest }>()
  const active = useMemo(
    () => (data ?? []).filter((alert) => alert.active && alert.forex_id === id),
    [data, id],
  )
  const lines = useMemo(() => active.flatMap((alert) => linesOf(alert, precision)), [active, precision])
  return useMemo(() => {
    const open = (request: AlertRequest) => setOpened({ marketId: id, request })
    return {
      alerts: {
        lines,
        onOpen: (alertId) => open({ kind: 'one', id: alertId }),
        onPress: (price) => open({ kind: 'new', start: { price: formatPrice(price, precision) } }),
      },
      active,
      request: opened?.marketId === id ? opened.request : undefined,
      open,
      close: () => setOpened(undefined),
    }
  }, [lines, active, opened, id, precision])
}

function linesOf(alert: PriceAlert, precision: number): readonly AlertLine[] {
  return alertLevels(alert, precision).flatMap((level) => {
    const read = parsePrice(level, precision)
    return read.ok ? [{ alertId: alert.id, price: read.amount, precision }] : []
  })
}
