import { complaintLimits } from '#core/complaint/complaint.ts'

/** In characters as people count them, like the server. */
export function answerLength(answer: string): number {
  return [...answer.trim()].length
}

export function answerFault(answer: string): 'missing' | 'too_long' | undefined {
  const length = answerLength(answer)
  if (length === 0) return 'missing'
  return length > complaintLimits.answer ? 'too_long' : undefined
}
