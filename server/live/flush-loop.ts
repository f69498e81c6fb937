import type { Connection } from '#server/live/connection.ts'
import type { LiveLimits } from '#server/live/live-limits.ts'
import type { SocketTopics } from '#server/live/socket-topics.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { CancelTimer, Timers } from '#server/platform/timers.ts'

export type FlushLoopParts = {
  readonly clock: Pick<Clock, 'elapsed'>
  readonly timers: Timers
  readonly topics: Pick<SocketTopics, 'prepareFlush'>
  readonly connections: ReadonlySet<Pick<Connection, 'flush'>>
  readonly limits: Pick<LiveLimits, 'flushEveryMs' | 'socketsPerSlice' | 'maxSliceMs'>
}

/**
 * Flushes updates to all clients four times a second. Writing to thousands of sockets takes a while, so it runs in
 * slices, with other work in between: an arriving order waits for one slice, not for the whole flush. Returns a
 * function that stops the loop.
 */
export function startFlushLoop({ clock, timers, topics, connections, limits }: FlushLoopParts): () => void {
  let cancelSlice: CancelTimer | undefined
  let isRunning = false
  let isOverdue = false

  function startFlush(): void {
    isOverdue = false
    topics.prepareFlush()
    flushSlice([...connections], 0)
  }
  function flushSlice(all: readonly Pick<Connection, 'flush'>[], from: number): void {
    const endsAtMs = clock.elapsed() + limits.maxSliceMs
    const last = Math.min(all.length, from + limits.socketsPerSlice)
    let next = from
    // Flushes at least one socket in each slice.
    while (next < last && (next === from || clock.elapsed() < endsAtMs)) all[next++]?.flush()
    isRunning = next < all.length
    if (isRunning) cancelSlice = timers.soon(() => flushSlice(all, next))
    else cancelSlice = isOverdue ? timers.soon(startFlush) : undefined
  }
  const cancelTimer = timers.every(limits.flushEveryMs, () => {
    // The previous flush is still running: the next one follows right after it.
    if (isRunning) isOverdue = true
    else {
      cancelSlice?.()
      startFlush()
    }
  })
  return () => {
    cancelTimer()
    cancelSlice?.()
  }
}
