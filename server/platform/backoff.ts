/** Exponential backoff after repeated failures. */
export type Backoff = {
  /** The number of the first failure that causes a wait. */
  readonly freeFailures: number
  readonly firstMs: number
  readonly longestMs: number
  /** The count restarts after this long without a failure. */
  readonly resetAfterMs: number
}

/** The wait doubles with each failure from `freeFailures` on, up to `longestMs`. */
export function backoffMs(failures: number, { freeFailures, firstMs, longestMs }: Backoff): number {
  if (failures < freeFailures) return 0
  return Math.min(longestMs, firstMs * 2 ** Math.min(failures - freeFailures, 30))
}
