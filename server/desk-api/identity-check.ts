import { identityCheck, wholeCheckToWire } from '#contract/desk/identity.ts'
import { answered, refused } from '#contract/outcome.ts'
import { operatorRoute, type Route } from '#server/gateway/gateway.ts'
import type { Kyc } from '#server/kyc/kyc.ts'
import type { Operators } from '#server/operators/operators.ts'

type Parts = { readonly operators: Operators; readonly kyc: Kyc }

/** Audited by the identity room itself, as are the picture and the decision. */
export function readIdentityCheck({ operators, kyc }: Parts): Route {
  return operatorRoute(identityCheck, operators.identify, async ({ id }, operator, { address }) => {
    const check = await kyc.view({ id, operator, address })
    return check === undefined ? refused('not_found') : answered(wholeCheckToWire(check))
  })
}
