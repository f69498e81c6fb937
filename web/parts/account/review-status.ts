import type { BadgeTone } from '#ui/badge.tsx'

/** Where an identity check stands; a status we have no name for counts as verified, as the product says. */
export type ReviewStatus = 0 | 1 | 2

export function reviewStatusOf(wire: number): ReviewStatus {
  return wire === 0 || wire === 1 ? wire : 2
}

export const reviewTone: Readonly<Record<ReviewStatus, BadgeTone>> = { 0: 'neutral', 1: 'warn', 2: 'good' }
