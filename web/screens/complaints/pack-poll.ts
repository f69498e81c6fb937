import type { Complaint } from '#contract/calls/complaints.ts'

const firstMs = 2_000
const longestMs = 30_000
/** About ten minutes. Then the user is offered to check again. */
export const maxReads = 26

/** When to ask again for a pack that is being made: with growing waits, and not for ever. */
export function packPollMs(pack: Complaint['pack'] | undefined, reads: number): number | false {
  if (pack !== 'waiting' || reads >= maxReads) return false
  return Math.min(longestMs, firstMs * 1.5 ** Math.max(0, reads - 1))
}
