import type { FeedEvent } from '#server/feed/feed-types.ts'
import type { ReplayRow } from '#server/feed/replay/parse-row.ts'
import type { ReplayTime } from '#server/feed/replay/replay-time.ts'
import type { CancelTimer, Timers } from '#server/platform/timers.ts'

export type PlayParts = {
  readonly rows: AsyncIterable<ReplayRow>
  readonly time: ReplayTime
  /** Whether the rows come from a pipe, whose writer may pause. */
  readonly isPipe: boolean
  readonly timers: Timers
  readonly tell: (event: FeedEvent) => void
  /** All rows of time 0 have been told, and the time runs. */
  readonly onBegun: () => void
}

/** Whoever writes into a pipe may wait for the server before going on: after this quiet the first rows are complete. */
const quietMs = 250

/** Tells each row at its time, reading on only when it was told: the file waits, not the memory. */
export async function playRows({ rows, time, isPipe, timers, tell, onBegun }: PlayParts): Promise<void> {
  let cancelQuiet: CancelTimer = () => undefined
  const begin = () => {
    if (time.hasBegun()) return
    time.begin()
    onBegun()
  }
  for await (const row of rows) {
    cancelQuiet()
    if (row.atMs > 0) begin()
    if (time.hasBegun()) await time.until(row.atMs)
    tell(eventOf(row, time.stamp(row.atMs)))
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
