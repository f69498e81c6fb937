import { saysSomething, supportLimits, textLength } from '#core/support/support.ts'
import type { Draft } from '#desk/stores/support-answers.ts'

export function draftLength({ text }: Draft): number {
  return textLength(text)
}

/** Why the draft cannot be sent. */
export function draftFault(draft: Draft): 'empty' | 'too_long' | 'too_many_pictures' | undefined {
  const pictures = draft.pictures.length
  if (!saysSomething({ text: draft.text, pictures, orderId: undefined })) return 'empty'
  if (draftLength(draft) > supportLimits.text) return 'too_long'
  return pictures > supportLimits.pictures ? 'too_many_pictures' : undefined
}
