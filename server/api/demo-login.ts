import { demoLogin } from '#contract/calls/demo-login.ts'
import type { Accounts } from '#server/accounts/accounts.ts'
import { sessionAnswer } from '#server/api/session-answer.ts'
import { visitOf } from '#server/api/visit.ts'
import { type Route, route } from '#server/gateway/gateway.ts'
import type { Kyc } from '#server/kyc/kyc.ts'

type Parts = { readonly accounts: Accounts; readonly kyc: Kyc }

export function logInDemo({ accounts, kyc }: Parts): Route {
  return route(demoLogin, async ({ demo_id }, caller) =>
    sessionAnswer(await accounts.logInDemo(demo_id, visitOf(caller)), kyc, 'done.logged_in'),
  )
}
