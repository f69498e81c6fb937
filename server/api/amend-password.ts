import { amendPassword } from '#contract/calls/verification.ts'
import { channelFromWire } from '#contract/channel-wire.ts'
import { answered } from '#contract/outcome.ts'
import type { Accounts } from '#server/accounts/accounts.ts'
import { visitOf } from '#server/api/visit.ts'
import { type Route, userRoute } from '#server/gateway/gateway.ts'

export function changePassword(accounts: Accounts): Route {
  return userRoute(amendPassword, accounts.identify, async (input, { userId, sessionId }, caller) => {
    const change = {
      userId,
      sessionId,
      channel: channelFromWire(input.type),
      code: input.auth_code,
      oldPassword: input.old_password,
      newPassword: input.new_password,
    }
    const done = await accounts.changePassword(change, visitOf(caller))
    return done.kind === 'set' ? answered(null, 'done.password_changed') : done
  })
}
