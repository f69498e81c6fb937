import type { Call } from '#browser/calls/call-request.ts'
import type { AddAlertInput, AlertListAnswer, PriceAlert } from '#contract/calls/alerts.ts'

/** All active alerts, and those reached lately. A background call: the chart reads them by itself. */
export function readAlerts(call: Call, signal?: AbortSignal): Promise<AlertListAnswer> {
  return call({ path: '/api/alert/list', verb: 'GET', background: true, quiet: true, signal })
}

/** Quiet: the form shows every failure. Sent again after a lost answer, it sets no second alert. */
export function addAlert(call: Call, input: AddAlertInput): Promise<PriceAlert> {
  return call({
    ...{ path: '/api/alert/add', verb: 'POST', changes: true, reusesKey: true },
    ...{ input, quiet: true },
  })
}

/** Quiet about success: the line or row disappears. */
export function removeAlert(call: Call, id: number): Promise<null> {
  return call({ path: '/api/alert/remove', verb: 'POST', changes: true, input: { id }, quiet: 'success' })
}
