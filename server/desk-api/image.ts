import { deskImage } from '#contract/desk/identity.ts'
import { refused } from '#contract/outcome.ts'
import { operatorRoute, type Route } from '#server/gateway/gateway.ts'
import type { Kyc } from '#server/kyc/kyc.ts'
import type { Operators } from '#server/operators/operators.ts'

type Parts = { readonly operators: Operators; readonly kyc: Kyc }

export function readDeskImage({ operators, kyc }: Parts): Route {
  return operatorRoute(deskImage, operators.identify, async ({ name }, operator, { address }) => {
    const bytes = await kyc.picture({ name, operator, address })
    return bytes === undefined ? refused('not_found') : { kind: 'file', type: 'image/jpeg', bytes }
  })
}
