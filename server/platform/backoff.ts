/** How many may go wrong in a row before anyone has to wait, how long the first wait is, and the longest. */
export type Backoff = {
  readonly freeFailures: number
  readonly firstMs: number
  readonly longestMs: number
  /** After so long without another one, the row is forgotten. */
  readonly resetAfterMs: number
}

/** Twice as long after each further failure, up to the longest. */
export function backoffMs(failures: number, { freeFailures: free, firstMs, longestMs }: Backoff): number {
  if (failures < free) return 0
  return Math.min(longestMs, firstMs * 2 ** Math.min(failures - free, 30))
}
