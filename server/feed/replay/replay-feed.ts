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

/**
 * Feed adapter that replays ticks from a file or a pipe. `start` never resolves if the feed is stopped before its first
 * rows.
 */
export function createReplayFeed({ source, markets, clock, timers, log, metrics }: ReplayFeedParts): Feed {
  const key = `replay:${source.file}`
  const replayClock = createReplayClock(source.speed, clock, timers)
  const skipped = createSkippedRowLog(log, metrics)
  const priced = new Set<number>()
  let cancelHeartbeat: CancelTimer = () => undefined
  let file: ReplayFile | undefined
  let isStopped = false

  function play({ chunks, isPipe }: ReplayFile, emit: Emit): Promise<void> {
    const rows = readRows(chunks, markets, skipped)
    return new Promise((onStarted, reject) => {
      playRows({ rows, source: key, replayClock, isPipe, timers, emit, onStarted }).catch(
        (fault: unknown) => {
          if (isStopped) return
          if (replayClock.hasStarted()) breakOff(fault, emit)
          else reject(unreadableFile(source.file, fault))
        },
      )
    })
  }

  /** Marks all prices stale: no later tick will correct them. */
  function breakOff(fault: unknown, emit: Emit): void {
    log.error({ fault }, 'the replay cannot be read any further')
    for (const marketId of priced) emit({ kind: 'stale', source: key, marketId })
  }

  return {
    key,
    sources: [{ kind: 'replay', key }],
    isSimulated: true,
    stateSource: 'feed',
    history: undefined,
    lastQuoteAt: undefined,
    async start(emit) {
      const emitUntilStopped: Emit = (event) => {
        if (isStopped) return
        if (event.kind === 'tick') priced.add(event.marketId)
        emit(event)
      }
      file = await openReplayFile(source.file)
      if (isStopped) {
        file.close()
        return never
      }
      cancelHeartbeat = timers.every(heartbeatEveryMs, () =>
        emitUntilStopped({ kind: 'heartbeat', source: key }),
      )
      return play(file, emitUntilStopped)
    },
    async stop() {
      isStopped = true
      cancelHeartbeat()
      replayClock.stop()
      file?.close()
    },
  }
}

type PlayParts = {
  readonly rows: AsyncIterable<ReplayRow>
  readonly source: string
  readonly replayClock: ReplayClock
  /** In a pipe, a pause of the writer marks the end of the rows of time 0. */
  readonly isPipe: boolean
  readonly timers: Timers
  readonly emit: (event: FeedEvent) => void
  /** Called when all rows of time 0 have been emitted and the clock runs. */
  readonly onStarted: () => void
}

/** A writer may wait for the server to be ready. After this pause the rows of time 0 count as complete. */
const quietMs = 250

/** Emits each row at its time and only then reads the next: back-pressure on the file keeps memory use constant. */
async function playRows({
  rows,
  source,
  replayClock,
  isPipe,
  timers,
  emit,
  onStarted,
}: PlayParts): Promise<void> {
  let cancelQuiet: CancelTimer = () => undefined
  const start = () => {
    if (replayClock.hasStarted()) return
    replayClock.start()
    onStarted()
  }
  for await (const row of rows) {
    cancelQuiet()
    if (row.atMs > 0) start()
    if (replayClock.hasStarted()) await replayClock.waitUntil(row.atMs)
    emit(eventOf(row, source, replayClock.timestampOf(row.atMs)))
    if (isPipe && !replayClock.hasStarted()) cancelQuiet = timers.after(quietMs, start)
  }
  cancelQuiet()
  start()
}

function eventOf(row: ReplayRow, source: string, timeMs: number): FeedEvent {
  const { kind, marketId } = row
  if (kind !== 'tick') return { kind, source, marketId }
  return { kind, source, marketId, bid: row.bid, ask: row.ask, timeMs, sourceMs: row.atMs }
}
