import { realName } from '#contract/calls/identity.ts'
import { answered, refused } from '#contract/outcome.ts'
import type { Accounts } from '#server/accounts/accounts.ts'
import { imageNameIn } from '#server/api/image.ts'
import { type Route, userRoute } from '#server/gateway/gateway.ts'
import type { Kyc } from '#server/kyc/kyc.ts'

type Parts = { readonly accounts: Pick<Accounts, 'identify'>; readonly kyc: Pick<Kyc, 'submit'> }

const wireFields = { name: 'name', documentNumber: 'card_id' } as const

export function submitRealName({ accounts, kyc }: Parts): Route {
  return userRoute(realName, accounts.identify, async (input, { userId }) => {
    const { name, card_id: documentNumber } = input
    const [frontName, reverseName] = [imageNameIn(input.front_pic), imageNameIn(input.reverse_pic)]
    if (frontName === undefined || reverseName === undefined) return refused('image_unknown')
    const submitted = await kyc.submit({ userId, name, documentNumber, frontName, reverseName })
    if (submitted.kind === 'submitted') return answered({ review_status: 1 }, 'done.identity_submitted')
    if (submitted.reason === 'invalid_input')
      return refused('invalid_input', { field: wireFields[submitted.field] })
    return refused(submitted.reason)
  })
}
