import type { Refusal } from '#core/decision/decision.ts'
import { refuse } from '#core/decision/refuse.ts'
import type { MarketNow } from '#core/market/board.ts'

/** What the client had last received when the user tapped. What is null is not checked. */
export type LastSeen = {
  /** The sequence of quotes and changes of state. */
  readonly seq: number | null
  /** The server's time, epoch ms. */
  readonly atMs: number | null
}

export const maxActionDelayMs = 10_000

/** An act never takes effect much later than the tap, nor in a market that has closed or gone stale in between. */
export function checkTooLate(
  seen: LastSeen | undefined,
  { stateSeq }: Pick<MarketNow, 'stateSeq'>,
  timeMs: number,
): Refusal | undefined {
  if (seen === undefined) return undefined
  const isOld = seen.atMs !== null && timeMs - seen.atMs > maxActionDelayMs
  const isBefore = seen.seq !== null && seen.seq < stateSeq
  return isOld || isBefore ? refuse('too_late') : undefined
}
