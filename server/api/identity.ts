// Identity routes: a user's own images and identity check.
import { identityCenter, image, imageUpload, realName } from '#contract/calls/identity.ts'
import { answered, refused } from '#contract/outcome.ts'
import { type Route, userRoute } from '#server/gateway/gateway.ts'
import type { Kyc } from '#server/kyc/kyc.ts'
import type { Uploads } from '#server/uploads/uploads.ts'
import type { Users } from '#server/users/users.ts'

type AuthenticatePart = { readonly users: Pick<Users, 'authenticate'> }

export function uploadImage({
  users,
  uploads,
}: AuthenticatePart & { readonly uploads: Pick<Uploads, 'store'> }): Route {
  return userRoute(imageUpload, users.authenticate, async (_, { userId: ownerId }, { file }) => {
    if (file === undefined) return refused('image_missing')
    const stored = await uploads.store({ ownerId, bytes: file.bytes, claimedType: file.type })
    return stored.kind === 'kept' ? answered({ url: imageUrl(stored.name) }) : refused(stored.reason)
  })
}

export function readImage({
  users,
  uploads,
}: AuthenticatePart & { readonly uploads: Pick<Uploads, 'read'> }): Route {
  return userRoute(image, users.authenticate, async ({ name }, { userId: ownerId }) => {
    const reading = await uploads.read({ name, ownerId })
    if (reading.kind === 'too_many_requests') return reading
    if (reading.kind === 'unknown') return refused('image_unknown')
    return { kind: 'file', type: 'image/jpeg', bytes: reading.bytes }
  })
}

const wireFields = { name: 'name', documentNumber: 'card_id' } as const

export function submitRealName({
  users,
  kyc,
}: AuthenticatePart & { readonly kyc: Pick<Kyc, 'submit'> }): Route {
  return userRoute(realName, users.authenticate, async (input, { userId }) => {
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

export function readIdentityCenter({
  users,
  kyc,
}: AuthenticatePart & { readonly kyc: Pick<Kyc, 'overview'> }): Route {
  return userRoute(identityCenter, users.authenticate, async (_, { userId }) => {
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

/** The address where the owner of an image can fetch it. Other calls refer to the image by this address. */
export function imageUrl(name: string): string {
  return `${image.path}?name=${name}`
}

/** The image name in an address made by `imageUrl`, with or without a host; undefined for any other address. */
export function imageNameIn(url: string): string | undefined {
  const parsed = URL.parse(url, 'http://localhost')
  return parsed?.pathname === image.path ? (parsed.searchParams.get('name') ?? undefined) : undefined
}
