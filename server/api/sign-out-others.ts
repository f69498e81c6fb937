import { signOutOthers } from '#contract/calls/session.ts'
import { answered } from '#contract/outcome.ts'
import type { Accounts } from '#server/accounts/accounts.ts'
import { type Route, userRoute } from '#server/gateway/gateway.ts'

export function endOtherSessions(accounts: Accounts): Route {
  return userRoute(signOutOthers, accounts.identify, async (_, user) =>
    answered({ count: await accounts.signOutOthers(user) }, 'done.others_signed_out'),
  )
}
