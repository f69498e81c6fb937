import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { AlertListAnswer, PriceAlert } from '#contract/calls/alerts.ts'
import { type NoticePush, ownNoticesTopic } from '#contract/live.ts'
import { readAlerts } from '#web/calls/alerts.ts'
import { type AppParts, useParts, useToken } from '#web/parts/app-parts.tsx'
import { queryClientOf, useServerQuery } from '#web/parts/server-query.ts'

const alertsKey = 'alerts'

/** The user's alerts. A visitor has none. */
export function useAlerts(): UseQueryResult<AlertListAnswer> {
  const parts = useParts()
  const isLoggedIn = useToken() !== undefined
  // Alerts may have been reached while there was no connection.
  useEffect(() => parts.live.onReconnect(() => refreshAlerts(parts)), [parts])
  useEffect(() => {
    if (!isLoggedIn) return undefined
    return parts.live.subscribe<NoticePush>(ownNoticesTopic, ({ data: { Notices }, snapshot }) => {
      if (!snapshot && (Notices === null || Notices.some(({ kind }) => kind === 'price_alert')))
        refreshAlerts(parts)
    })
  }, [parts, isLoggedIn])
  return useServerQuery({ key: [alertsKey], read: readAlerts, isEnabled: isLoggedIn })
}

/** Reads the alerts again, if a screen shows them. Call it when an alert may have been reached. */
export function refreshAlerts(parts: AppParts): void {
  void queryClientOf(parts).invalidateQueries({ queryKey: keyOf(parts) })
}

/** Shows a new alert at once. */
export function listAlert(parts: AppParts, added: PriceAlert): void {
  changeList(parts, (alerts) => [added, ...alerts.filter(({ id }) => id !== added.id)])
}

/** Hides a removed alert at once. */
export function unlistAlert(parts: AppParts, removedId: number): void {
  changeList(parts, (alerts) => alerts.filter(({ id }) => id !== removedId))
}

function changeList(parts: AppParts, change: (alerts: AlertListAnswer) => AlertListAnswer): void {
  queryClientOf(parts).setQueryData<AlertListAnswer>(keyOf(parts), (alerts) =>
    alerts === undefined ? undefined : change(alerts),
  )
  refreshAlerts(parts)
}

function keyOf({ session }: AppParts) {
  return [session.getSnapshot(), alertsKey]
}
