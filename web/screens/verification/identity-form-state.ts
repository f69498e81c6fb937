import type { RealNameInput } from '#contract/calls/identity.ts'
import type { UploadImage } from '#web/screens/verification/image-upload.ts'

/** What the form holds at a moment. */
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
  | 'still_uploading'
  /** By the server. */
  | 'refused'

export type IdentityErrors = Readonly<Partial<Record<IdentityField, IdentityError>>>

/** In the order of the screen. */
export const identityFields: readonly IdentityField[] = ['name', 'cardId', 'front', 'back']

/** As long as the call takes them. */
export const maxNameLength = 200
export const maxCardIdLength = 100

/** What is missing, field by field; nothing when it can be handed in. */
export function identityErrors({ name, cardId, front, back }: IdentityFormValues): IdentityErrors {
  return {
    ...(name.trim() === '' ? { name: 'name_required' as const } : {}),
    ...(cardId.trim() === '' ? { cardId: 'card_id_required' as const } : {}),
    ...sideError('front', front),
    ...sideError('back', back),
  }
}

function sideError(side: 'front' | 'back', { kind }: UploadImage): IdentityErrors {
  if (kind === 'ready') return {}
  return { [side]: kind === 'uploading' ? 'still_uploading' : 'sides_required' }
}

/** What is handed in; undefined while anything is missing. */
export function identityInput(form: IdentityFormValues): RealNameInput | undefined {
  const { name, cardId, front, back } = form
  if (Object.keys(identityErrors(form)).length > 0) return undefined
  if (front.kind !== 'ready' || back.kind !== 'ready') return undefined
  return { name: name.trim(), card_id: cardId.trim(), front_pic: front.url, reverse_pic: back.url }
}

/** The field a refusal of the server is about. */
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
