import { identityCenter } from '#contract/calls/identity.ts'
import { answered } from '#contract/outcome.ts'
import type { Accounts } from '#server/accounts/accounts.ts'
import { type Route, userRoute } from '#server/gateway/gateway.ts'
import type { Kyc } from '#server/kyc/kyc.ts'

type Parts = { readonly accounts: Pick<Accounts, 'identify'>; readonly kyc: Pick<Kyc, 'standing'> }

export function readIdentityCenter({ accounts, kyc }: Parts): Route {
  return userRoute(identityCenter, accounts.identify, async (_, { userId }) => {
    const { status, remark, name, documentNumber, submittedAt, decidedAt } = await kyc.overview(userId)
    return answered({
      review_status: status,
      remark,
      name,
      card_id: documentNumber,
      submitted_at: submittedAt?.toISOString() ?? null,
      decided_at: decidedAt?.toISOString() ?? null,
    })
  })
}
