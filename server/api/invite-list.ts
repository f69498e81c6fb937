import { inviteList } from '#contract/calls/session.ts'
import { answered } from '#contract/outcome.ts'
import type { Accounts } from '#server/accounts/accounts.ts'
import { type Route, userRoute } from '#server/gateway/gateway.ts'

export function readInviteList(accounts: Accounts): Route {
  return userRoute(inviteList, accounts.identify, async ({ page }, { userId }) => {
    const { data, total } = await accounts.invitedBy(userId, page)
    const rows = data.map(({ name, createdAtMs }) => ({
      name,
      created_at: new Date(createdAtMs).toISOString(),
    }))
    return answered({ data: rows, total })
  })
}
