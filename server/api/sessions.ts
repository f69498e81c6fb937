import { sessions } from '#contract/calls/session.ts'
import { answered } from '#contract/outcome.ts'
import type { Accounts } from '#server/accounts/accounts.ts'
import { type Route, userRoute } from '#server/gateway/gateway.ts'

export function readSessions(accounts: Accounts): Route {
  return userRoute(sessions, accounts.identify, async (_, { userId, sessionId }) => {
    const listed = await accounts.sessionsOf(userId)
    return answered(
      listed.map(({ id, device, address, createdAtMs, lastSeenAtMs }) => ({
        id,
        current: id === sessionId ? 1 : 0,
        device,
        address,
        created_at: new Date(createdAtMs).toISOString(),
        last_seen_at: new Date(lastSeenAtMs).toISOString(),
      })),
    )
  })
}
