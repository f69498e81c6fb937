import { identityDecide } from '#contract/desk/identity.ts'
import { answered, refused } from '#contract/outcome.ts'
import { operatorRoute, type Route } from '#server/gateway/gateway.ts'
import type { Kyc } from '#server/kyc/kyc.ts'
import type { Operators } from '#server/operators/operators.ts'

type Parts = { readonly operators: Operators; readonly kyc: Kyc }

export function decideIdentity({ operators, kyc }: Parts): Route {
  return operatorRoute(identityDecide, operators.identify, async (input, operator, { address }) => {
    const { id, approve, remark = '' } = input
    const decided = await kyc.decide({ id, approve: approve === 1, remark, operator, address })
    if (decided.kind === 'refused') return refused(decided.reason)
    const { state, next = null, waiting } = decided
    return answered({ state, next, waiting }, `done.identity_${state}`)
  })
}
