import { userInfo } from '#contract/calls/session.ts'
import { answered } from '#contract/outcome.ts'
import { userToWire } from '#contract/user-wire.ts'
import type { Accounts } from '#server/accounts/accounts.ts'
import { type Route, userRoute } from '#server/gateway/gateway.ts'
import type { Kyc } from '#server/kyc/kyc.ts'

type Parts = { readonly accounts: Accounts; readonly kyc: Pick<Kyc, 'statusOf'> }

export function readUserInfo({ accounts, kyc }: Parts): Route {
  return userRoute(userInfo, accounts.identify, async (_, { userId }) => {
    const [user, status] = await Promise.all([accounts.user(userId), kyc.statusOf(userId)])
    return user === undefined ? { kind: 'session_invalid' } : answered(userToWire(user, status))
  })
}
