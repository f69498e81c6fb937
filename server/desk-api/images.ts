// Private images of users. Compliance sees documents of identity checks, finance sees vouchers of deposits.
import { deskImage } from '#contract/desk/identity.ts'
import { refused } from '#contract/outcome.ts'
import { isRoleAllowed } from '#core/user/operator-role.ts'
import type { FundsReview } from '#server/funds/funds.ts'
import { operatorRoute, type Route } from '#server/gateway/gateway.ts'
import type { Kyc } from '#server/kyc/kyc.ts'
import type { Operators } from '#server/operators/operators.ts'

type ImageParts = {
  readonly operators: Operators
  readonly kyc: Pick<Kyc, 'image'>
  readonly fundsReview: Pick<FundsReview, 'voucher'>
}

/** An image outside the operator's duty is answered like one that does not exist. Both modules audit the read. */
export function readPrivateImage({ operators, kyc, fundsReview }: ImageParts): Route {
  return operatorRoute(deskImage, operators.authenticate, async ({ name }, operator, { address }) => {
    const viewed = { name, operator, address }
    const document = isRoleAllowed(operator.role, ['compliance']) ? await kyc.image(viewed) : undefined
    const bytes =
      document ?? (isRoleAllowed(operator.role, ['finance']) ? await fundsReview.voucher(viewed) : undefined)
    return bytes === undefined ? refused('not_found') : { kind: 'file', type: 'image/jpeg', bytes }
  })
}
