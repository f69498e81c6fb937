import { login } from '#contract/calls/login.ts'
import { channelFromWire } from '#contract/channel-wire.ts'
import type { Accounts } from '#server/accounts/accounts.ts'
import { sessionAnswer } from '#server/api/session-answer.ts'
import { visitOf } from '#server/api/visit.ts'
import { type Route, route } from '#server/gateway/gateway.ts'
import type { Kyc } from '#server/kyc/kyc.ts'

type Parts = { readonly accounts: Accounts; readonly kyc: Kyc }

export function logIn({ accounts, kyc }: Parts): Route {
  return route(login, async ({ account, password, login_type }, caller) => {
    const channel = channelFromWire(login_type)
    const entered = await accounts.logIn({ channel, account, password }, visitOf(caller))
    return await sessionAnswer(entered, kyc, 'done.logged_in')
  })
}
