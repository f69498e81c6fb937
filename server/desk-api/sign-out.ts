import { deskSignOut } from '#contract/desk/session.ts'
import { answered } from '#contract/outcome.ts'
import { operatorRoute, type Route } from '#server/gateway/gateway.ts'
import type { Operators } from '#server/operators/operators.ts'

export function signOutOfDesk({ operators }: { readonly operators: Operators }): Route {
  return operatorRoute(deskSignOut, operators.identify, async (_, by, { address }) => {
    await operators.signOut(by, address)
    return answered(null, 'done.logged_out')
  })
}
