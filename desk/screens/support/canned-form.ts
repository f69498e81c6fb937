import type { CannedAnswer, SaveCannedAnswerInput } from '#contract/desk/support.ts'
import { supportLimits } from '#core/support/support.ts'

export type CannedForm = { readonly language: string; readonly title: string; readonly text: string }

export type CannedFault = 'missing' | 'too_long'

export function cannedFormOf(answer: CannedAnswer | undefined, language: string): CannedForm {
  return { language: answer?.language ?? language, title: answer?.title ?? '', text: answer?.text ?? '' }
}

export function cannedFaults({ title, text }: CannedForm): {
  readonly title: CannedFault | undefined
  readonly text: CannedFault | undefined
} {
  return { title: faultOf(title, supportLimits.cannedTitle), text: faultOf(text, supportLimits.text) }
}

function faultOf(typed: string, limit: number): CannedFault | undefined {
  const length = [...typed.trim()].length
  if (length === 0) return 'missing'
  return length > limit ? 'too_long' : undefined
}

/** `answer` is the one to change; undefined for a new one. */
export function cannedInput(form: CannedForm, answer: CannedAnswer | undefined): SaveCannedAnswerInput {
  return answer === undefined ? form : { ...form, id: answer.id, revision: answer.revision }
}
