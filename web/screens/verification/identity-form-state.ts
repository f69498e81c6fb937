import type { RealNameInput } from '#contract/calls/identity.ts'
import type { Picture } from '#web/screens/verification/image-upload.ts'

/** What the form holds at a moment. */
export type IdentityForm = {
  readonly name: string
  readonly cardId: string
  readonly front: Picture
  readonly back: Picture
}

export type IdentityField = keyof IdentityForm

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
export const longestName = 200
export const longestCardId = 100

/** What is missing, field by field; nothing when it can be handed in. */
export function identityErrors({ name, cardId, front, back }: IdentityForm): IdentityErrors {
  return {
    ...(name.trim() === '' ? { name: 'name_required' as const } : {}),
    ...(cardId.trim() === '' ? { cardId: 'card_id_required' as const } : {}),
    ...errorOfSide('front', front),
    ...errorOfSide('back', back),
  }
}

function errorOfSide(side: 'front' | 'back', { kind }: Picture): IdentityErrors {
  if (kind === 'ready') return {}
  return { [side]: kind === 'uploading' ? 'still_uploading' : 'sides_required' }
}

/** What is handed in; undefined while anything is missing. */
export function identityInput(form: IdentityForm): RealNameInput | undefined {
  const { name, cardId, front, back } = form
  if (Object.keys(identityErrors(form)).length > 0) return undefined
  if (front.kind !== 'ready' || back.kind !== 'ready') return undefined
  return { name: name.trim(), card_id: cardId.trim(), front_pic: front.url, reverse_pic: back.url }
}

/** The field a refusal of the server is about. */
export function fieldOfWire(field: string | undefined): IdentityField | undefined {
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
