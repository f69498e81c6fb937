import { image } from '#contract/calls/identity.ts'
import { refused } from '#contract/outcome.ts'
import type { Accounts } from '#server/accounts/accounts.ts'
import { type Route, userRoute } from '#server/gateway/gateway.ts'
import type { Uploads } from '#server/uploads/uploads.ts'

type Parts = { readonly accounts: Pick<Accounts, 'identify'>; readonly uploads: Pick<Uploads, 'read'> }

export function readImage({ accounts, uploads }: Parts): Route {
  return userRoute(image, accounts.identify, async ({ name }, { userId: ownerId }) => {
    const reading = await uploads.read({ name, ownerId })
    if (reading.kind === 'too_many_requests') return reading
    if (reading.kind === 'unknown') return refused('image_unknown')
    return { kind: 'file', type: 'image/jpeg', bytes: reading.bytes }
  })
}

/** Where the owner of a picture can fetch it; what other calls take. */
export function imageUrl(name: string): string {
  return `${image.path}?name=${name}`
}

/** The name of a picture in such an address, with whatever host before it; undefined when it is none of ours. */
export function imageNameIn(url: string): string | undefined {
  const parsed = URL.parse(url, 'http://localhost')
  return parsed?.pathname === image.path ? (parsed.searchParams.get('name') ?? undefined) : undefined
}
