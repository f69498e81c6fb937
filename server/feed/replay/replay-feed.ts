import type { Market } from '#core/market/market.ts'
import type { Feed, FeedEvent } from '#server/feed/feed-types.ts'
import { openReplayFile, type ReplayFile, unreadable } from '#server/feed/replay/open-file.ts'
import { playRows } from '#server/feed/replay/play-rows.ts'
import { readRows } from '#server/feed/replay/read-rows.ts'
import { createReplayTime } from '#server/feed/replay/replay-time.ts'
import { createSkippedRows } from '#server/feed/replay/skipped-rows.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import type { CancelTimer, Timers } from '#server/platform/timers.ts'

export type ReplaySource = { readonly kind: 'replay'; readonly file: string; readonly speed: number }

export type ReplayFeedParts = {
  readonly source: ReplaySource
  readonly markets: readonly Market[]
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  readonly metrics: Pick<Metrics, 'replayRowsSkipped'>
}

type Tell = (event: FeedEvent) => void

const heartbeatEveryMs = 3_000
const never = new Promise<void>(() => undefined)

/** Prices from a file or a pipe, each at its time. One that is stopped before it began never says that it has. */
export function createReplayFeed({ source, markets, clock, timers, log, metrics }: ReplayFeedParts): Feed {
  const time = createReplayTime(source.speed, clock, timers)
  const skipped = createSkippedRows(log, metrics)
  const priced = new Set<number>()
  let cancelHeartbeat: CancelTimer = () => undefined
  let file: ReplayFile | undefined
  let isStopped = false

  function play({ pieces, isPipe }: ReplayFile, tell: Tell): Promise<void> {
    const rows = readRows(pieces, markets, skipped)
    return new Promise((onBegun, reject) => {
      playRows({ rows, time, isPipe, timers, tell, onBegun }).catch((fault: unknown) => {
        if (isStopped) return
        if (time.hasBegun()) breakOff(fault, tell)
        else reject(unreadable(source.file, fault))
      })
    })
  }

  /** Prices that nobody will correct any more are not to be traded on. */
  function breakOff(fault: unknown, tell: Tell): void {
    log.error({ fault }, 'the replay cannot be read any further')
    for (const marketId of priced) tell({ kind: 'stale', marketId })
  }

  return {
    key: `replay:${source.file}`,
    isSimulated: true,
    governedBy: 'feed',
    history: undefined,
    async start(tell) {
      const tellOn: Tell = (event) => {
        if (isStopped) return
        if (event.kind === 'tick') priced.add(event.marketId)
        tell(event)
      }
      file = await openReplayFile(source.file)
      if (isStopped) {
        file.close()
        return never
      }
      cancelHeartbeat = timers.every(heartbeatEveryMs, () => tellOn({ kind: 'heartbeat' }))
      return play(file, tellOn)
    },
    async stop() {
      isStopped = true
      cancelHeartbeat()
      time.stop()
      file?.close()
    },
  }
}
