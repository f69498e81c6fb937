import type { RealNameInput } from '#contract/calls/identity.ts'
import type { UploadImage } from '#web/parts/images/image-upload.ts'

export type IdentityFormValues = {
  readonly name: string
  readonly cardId: string
  readonly front: UploadImage
  readonly back: UploadImage
}

export type IdentityField = keyof IdentityFormValues

export type IdentityError =
  | 'name_required'
  | 'card_id_required'
  | 'sides_required'
  /** Refused by the server. */
  | 'refused'

export type IdentityErrors = Readonly<Partial<Record<IdentityField, IdentityError>>>

/** In the sequence shown on screen. */
export const identityFields: readonly IdentityField[] = ['name', 'cardId', 'front', 'back']

/** The server's limits. */
export const maxNameLength = 200
export const maxCardIdLength = 100

/** Errors by field. An image that is still uploading is none. */
export function identityErrors({ name, cardId, front, back }: IdentityFormValues): IdentityErrors {
  return {
    ...(name.trim() === '' ? { name: 'name_required' as const } : {}),
    ...(cardId.trim() === '' ? { cardId: 'card_id_required' as const } : {}),
    ...sideError('front', front),
    ...sideError('back', back),
  }
}

function sideError(side: 'front' | 'back', { kind }: UploadImage): IdentityErrors {
  return kind === 'empty' ? { [side]: 'sides_required' } : {}
}

/** The first image that is still uploading. */
export function uploadingSide({ front, back }: IdentityFormValues): 'front' | 'back' | undefined {
  if (front.kind === 'uploading') return 'front'
  return back.kind === 'uploading' ? 'back' : undefined
}

/** Input of the call; undefined while there are errors or an image is uploading. */
export function identityInput(form: IdentityFormValues): RealNameInput | undefined {
  const { name, cardId, front, back } = form
  if (Object.keys(identityErrors(form)).length > 0) return undefined
  if (front.kind !== 'ready' || back.kind !== 'ready') return undefined
  return { name: name.trim(), card_id: cardId.trim(), front_pic: front.url, reverse_pic: back.url }
}

/** The form field named in a refusal. */
export function fieldFromWire(field: string | undefined): IdentityField | undefined {
  switch (field) {
    case 'name':
      return 'name'
    case 'card_id':
      return 'cardId'
    case 'front_pic':
      return 'front'
    case 'reverse_pic':
      return 'back'
    default:
      return undefined
  }
}
