/** How many may go wrong in a row before anyone has to wait, how long the first wait is, and the longest. */
export type BackOff = {
  readonly free: number
  readonly firstMs: number
  readonly longestMs: number
  /** After so long without another one, the row is forgotten. */
  readonly forgottenAfterMs: number
}

/** Twice as long after each further failure, up to the longest. */
export function waitAfter(failures: number, { free, firstMs, longestMs }: BackOff): number {
  if (failures < free) return 0
  return Math.min(longestMs, firstMs * 2 ** Math.min(failures - free, 30))
}
