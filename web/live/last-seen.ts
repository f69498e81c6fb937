import type { Stamp } from '#web/live/frames.ts'

export type LastSeen = {
  readonly take: (stamp: Stamp | undefined) => void
  readonly get: () => Stamp | undefined
}

/**
 * The newest stamp received by this page, over all its connections. It never goes back: after a reconnect the first
 * pongs may carry a `QuoteSeq` of 0, but the quotes on the screen are still those of the earlier one.
 */
export function createLastSeen(): LastSeen {
  let newest: Stamp | undefined
  return {
    take(stamp) {
      if (stamp === undefined) return
      newest = {
        quoteSeq: Math.max(stamp.quoteSeq, newest?.quoteSeq ?? 0),
        nowMs: Math.max(stamp.nowMs, newest?.nowMs ?? 0),
      }
    },
    get: () => newest,
  }
}
