import type { PriceAlert } from '#contract/calls/alerts.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { maxAlertLines } from '#web/chart/alerts/alert-layout.ts'
import { alertText } from '#web/parts/alerts/alert-text.ts'
import { useDictionary } from '#web/parts/app-parts.tsx'
import type { ChartAlertsState } from '#web/screens/trade/chart/use-chart-alerts.ts'

/** Opens the sheet without a press on the chart. */
export function AddAlertButton({ onOpen }: { readonly onOpen: ChartAlertsState['open'] }) {
  const t = useDictionary('alerts')
  return (
    <IconButton
      aria-haspopup="dialog"
      icon="bell-plus"
      label={t('alerts.add')}
      onSelect={() => onOpen({ kind: 'new', start: {} })}
    />
  )
}

/** The lines of alerts as a list for screen readers. */
export function AlertLinesList({ alerts }: { readonly alerts: readonly PriceAlert[] }) {
  const t = useDictionary('alerts')
  if (alerts.length === 0) return null
  return (
    <ul aria-label={t('alerts.chart.list')} className="sr-only">
      {alerts.slice(0, maxAlertLines).map((alert) => (
        <li key={alert.id}>{alertText(t, alert)}</li>
      ))}
    </ul>
  )
}
