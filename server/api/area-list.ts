import { areaList } from '#contract/calls/settings.ts'
import type { Accounts } from '#server/accounts/accounts.ts'
import { prepare, type Route, route } from '#server/gateway/gateway.ts'

export function readAreaList({ areas }: Pick<Accounts, 'areas'>): Route {
  const list = areas.map(({ id, country, diallingCode }) => ({
    id,
    code: country,
    global_code: diallingCode,
  }))
  const prepared = prepare(areaList, list)
  return route(areaList, async () => prepared)
}
