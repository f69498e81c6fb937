import { forgetPassword } from '#contract/calls/verification.ts'
import { channelFromWire } from '#contract/channel-wire.ts'
import { answered } from '#contract/outcome.ts'
import type { Accounts } from '#server/accounts/accounts.ts'
import { visitOf } from '#server/api/visit.ts'
import { type Route, route } from '#server/gateway/gateway.ts'

export function resetPassword(accounts: Accounts): Route {
  return route(forgetPassword, async (input, caller) => {
    const reset = {
      channel: channelFromWire(input.type),
      account: input.account,
      password: input.new_password,
      repeated: input.secondary_password,
      code: input.auth_code,
    }
    const done = await accounts.resetPassword(reset, visitOf(caller))
    return done.kind === 'set' ? answered(null, 'done.password_reset') : done
  })
}
