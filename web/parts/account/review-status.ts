import type { BadgeTone } from '#ui/badge.tsx'

/** Identity check: 0 not submitted or refused, 1 under review, 2 verified. Other values count as 2. */
export type ReviewStatus = 0 | 1 | 2

export function reviewStatusOf(status: number): ReviewStatus {
  return status === 0 || status === 1 ? status : 2
}

export const reviewTone: Readonly<Record<ReviewStatus, BadgeTone>> = { 0: 'neutral', 1: 'warn', 2: 'good' }
