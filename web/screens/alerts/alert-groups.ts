import type { PriceAlert } from '#contract/calls/alerts.ts'

/** The alerts of a market. */
export type AlertGroup = {
  readonly marketId: number
  readonly showCode: string
  /** Active ones first. Each part newest first, as in the answer. */
  readonly alerts: readonly PriceAlert[]
}

/** Alerts by market. Markets with an active alert come first, then those whose alerts are newer. */
export function groupAlerts(alerts: readonly PriceAlert[]): readonly AlertGroup[] {
  const groups = new Map<number, AlertGroup>()
  for (const alert of [...alerts.filter(({ active }) => active), ...alerts.filter(({ active }) => !active)]) {
    const { forex_id: marketId, show_code: showCode } = alert
    const group = groups.get(marketId) ?? { marketId, showCode, alerts: [] }
    groups.set(marketId, { ...group, alerts: [...group.alerts, alert] })
  }
  return [...groups.values()]
}
