import { imageUpload } from '#contract/calls/identity.ts'
import { answered, refused } from '#contract/outcome.ts'
import type { Accounts } from '#server/accounts/accounts.ts'
import { imageUrl } from '#server/api/image.ts'
import { type Route, userRoute } from '#server/gateway/gateway.ts'
import type { Uploads } from '#server/uploads/uploads.ts'

type Parts = { readonly accounts: Pick<Accounts, 'identify'>; readonly uploads: Pick<Uploads, 'keep'> }

export function uploadImage({ accounts, uploads }: Parts): Route {
  return userRoute(imageUpload, accounts.identify, async (_, { userId: ownerId }, { file }) => {
    if (file === undefined) return refused('image_missing')
    const kept = await uploads.keep({ ownerId, bytes: file.bytes, claimedType: file.type })
    return kept.kind === 'kept' ? answered({ url: imageUrl(kept.name) }) : refused(kept.reason)
  })
}
