import { loginHistory } from '#contract/calls/session.ts'
import { answered } from '#contract/outcome.ts'
import type { Accounts } from '#server/accounts/accounts.ts'
import { type Route, userRoute } from '#server/gateway/gateway.ts'

export function readLoginHistory(accounts: Accounts): Route {
  return userRoute(loginHistory, accounts.identify, async ({ page }, { userId }) => {
    const { data, total } = await accounts.loginsOf(userId, page)
    const rows = data.map(({ atMs, address, device, succeeded }) => ({
      created_at: new Date(atMs).toISOString(),
      address,
      device,
      success: succeeded ? 1 : 0,
    }))
    return answered({ data: rows, total })
  })
}
