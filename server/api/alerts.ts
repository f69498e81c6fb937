// Price alerts of the user.
import { alertToWire } from '#contract/alert-wire.ts'
import { addAlert, alertList, removeAlert } from '#contract/calls/alerts.ts'
import { answered, refused } from '#contract/outcome.ts'
import type { Alert, Alerts } from '#server/alerts/alerts.ts'
import { type Route, userRoute } from '#server/gateway/gateway.ts'
import type { MarketData } from '#server/market-data/market-data.ts'
import type { Users } from '#server/users/users.ts'

export type AlertRouteParts = {
  readonly users: Pick<Users, 'authenticate'>
  readonly alerts: Pick<Alerts, 'list' | 'add' | 'remove'>
  readonly marketData: Pick<MarketData, 'view'>
}

/** All calls of contract/calls/alerts.ts. */
export function alertRoutes(parts: AlertRouteParts): readonly Route[] {
  return [readList(parts), add(parts), remove(parts)]
}

function readList({ users, alerts, marketData }: AlertRouteParts): Route {
  return userRoute(alertList, users.authenticate, async ({ forex_id: marketId }, { userId }) => {
    const listed = await alerts.list(userId, marketId)
    return answered(listed.flatMap((alert) => alertsToWire(alert, marketData)))
  })
}

function add({ users, alerts, marketData }: AlertRouteParts): Route {
  return userRoute(addAlert, users.authenticate, async (input, user) => {
    const { forex_id: marketId, condition, price, percent, repeats = 0 } = input
    const result = await alerts.add(user, { marketId, condition, price, percent, repeats: repeats === 1 })
    if (result.kind === 'refused') return result
    const [added] = alertsToWire(result.alert, marketData)
    return added === undefined ? refused('not_found') : answered(added, 'done.alert_set')
  })
}

function remove({ users, alerts }: AlertRouteParts): Route {
  return userRoute(removeAlert, users.authenticate, async ({ id }, { userId }) =>
    (await alerts.remove(userId, id)) ? answered(null, 'done.alert_removed') : refused('not_found'),
  )
}

/** None in a market that does not exist any more. */
function alertsToWire(alert: Alert, marketData: Pick<MarketData, 'view'>) {
  const market = marketData.view(alert.marketId)?.market
  return market === undefined ? [] : [alertToWire(alert, market)]
}
