// Starts price alerts, and sweeps them.
import { type Alerts, type AlertsParts, createAlerts } from '#server/alerts/alerts.ts'
import { startSweeper } from '#server/bootstrap/sweeper.ts'

export type AlertsModules = { readonly alerts: Alerts; readonly stop: () => Promise<void> }

export async function startAlertsModules(parts: AlertsParts): Promise<AlertsModules> {
  const alerts = createAlerts(parts)
  await alerts.start()
  const sweeper = startSweeper({ ...parts, modules: [alerts] })
  async function stop(): Promise<void> {
    await Promise.all([sweeper.stop(), alerts.stop()])
  }
  return { alerts, stop }
}
