import { identityQueue } from '#contract/desk/identity-queue.ts'
import { listedCheckToWire } from '#contract/desk/identity-wire.ts'
import { answered } from '#contract/outcome.ts'
import { operatorRoute, type Route } from '#server/gateway/gateway.ts'
import type { Kyc } from '#server/kyc/kyc.ts'
import type { Operators } from '#server/operators/operators.ts'

type Parts = { readonly operators: Operators; readonly kyc: Kyc }

export function readIdentityQueue({ operators, kyc }: Parts): Route {
  return operatorRoute(identityQueue, operators.identify, async ({ state, page }) => {
    const { checks, total, waiting } = await kyc.queue({ state, page })
    return answered({ data: checks.map(listedCheckToWire), total, waiting })
  })
}
