import { logout } from '#contract/calls/session.ts'
import { answered } from '#contract/outcome.ts'
import type { Accounts } from '#server/accounts/accounts.ts'
import { type Route, userRoute } from '#server/gateway/gateway.ts'

export function logOut(accounts: Accounts): Route {
  return userRoute(logout, accounts.identify, async (_, user) => {
    await accounts.logOut(user)
    return answered(null, 'done.logged_out')
  })
}
