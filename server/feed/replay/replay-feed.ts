import type { Market } from '#core/market/market.ts'
import type { Feed, FeedEvent } from '#server/feed/feed-types.ts'
import { createReplayClock, type ReplayClock } from '#server/feed/replay/replay-clock.ts'
import { openReplayFile, type ReplayFile, unreadableFile } from '#server/feed/replay/replay-file.ts'
import { createSkippedRowLog, type ReplayRow, readRows } from '#server/feed/replay/replay-rows.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import type { CancelTimer, Timers } from '#server/platform/timers.ts'

export type ReplaySource = { readonly kind: 'replay'; readonly file: string; readonly speed: number }

type ReplayFeedParts = {
  readonly source: ReplaySource
  readonly markets: readonly Market[]
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  readonly metrics: Pick<Metrics, 'replayRowsSkipped'>
}

type Emit = (event: FeedEvent) => void

const heartbeatEveryMs = 3_000
const never = new Promise<void>(() => undefined)

/** Prices from a file or a pipe, each at its time. One that is stopped before it began never says that it has. */
export function createReplayFeed({ source, markets, clock, timers, log, metrics }: ReplayFeedParts): Feed {
  const time = createReplayClock(source.speed, clock, timers)
  const skipped = createSkippedRowLog(log, metrics)
  const priced = new Set<number>()
  let cancelHeartbeat: CancelTimer = () => undefined
  let file: ReplayFile | undefined
  let isStopped = false

  function play({ chunks: pieces, isPipe }: ReplayFile, tell: Emit): Promise<void> {
    const rows = readRows(pieces, markets, skipped)
    return new Promise((onBegun, reject) => {
      playRows({ rows, time, isPipe, timers, emit: tell, onStarted: onBegun }).catch((fault: unknown) => {
        if (isStopped) return
        if (time.hasBegun()) breakOff(fault, tell)
        else reject(unreadableFile(source.file, fault))
      })
    })
  }

  /** Prices that nobody will correct any more are not to be traded on. */
  function breakOff(fault: unknown, tell: Emit): void {
    log.error({ fault }, 'the replay cannot be read any further')
    for (const marketId of priced) tell({ kind: 'stale', marketId })
  }

  return {
    key: `replay:${source.file}`,
    isSimulated: true,
    stateSource: 'feed',
    history: undefined,
    async start(tell) {
      const tellOn: Emit = (event) => {
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

type PlayParts = {
  readonly rows: AsyncIterable<ReplayRow>
  readonly time: ReplayClock
  /** Whether the rows come from a pipe, whose writer may pause. */
  readonly isPipe: boolean
  readonly timers: Timers
  readonly emit: (event: FeedEvent) => void
  /** All rows of time 0 have been told, and the time runs. */
  readonly onStarted: () => void
}

/** Whoever writes into a pipe may wait for the server before going on: after this quiet the first rows are complete. */
const quietMs = 250

/** Tells each row at its time, reading on only when it was told: the file waits, not the memory. */
async function playRows({
  rows,
  time,
  isPipe,
  timers,
  emit: tell,
  onStarted: onBegun,
}: PlayParts): Promise<void> {
  let cancelQuiet: CancelTimer = () => undefined
  const begin = () => {
    if (time.hasBegun()) return
    time.begin()
    onBegun()
  }
  for await (const row of rows) {
    cancelQuiet()
    if (row.atMs > 0) begin()
    if (time.hasBegun()) await time.waitUntil(row.atMs)
    tell(eventOf(row, time.timestampOf(row.atMs)))
    if (isPipe && !time.hasBegun()) cancelQuiet = timers.after(quietMs, begin)
  }
  cancelQuiet()
  begin()
}

function eventOf(row: ReplayRow, timeMs: number): FeedEvent {
  const { kind, marketId } = row
  if (kind !== 'tick') return { kind, marketId }
  return { kind, marketId, bid: row.bid, ask: row.ask, timeMs, sourceMs: row.atMs }
}
