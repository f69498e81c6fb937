import type { Connection } from '#server/live/connection.ts'
import type { LiveLimits } from '#server/live/live-limits.ts'
import type { TopicRegistry } from '#server/live/topic-registry.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { CancelTimer, Timers } from '#server/platform/timers.ts'

export type FlushLoopParts = {
  readonly clock: Pick<Clock, 'elapsed'>
  readonly timers: Timers
  readonly topics: Pick<TopicRegistry, 'prepare'>
  readonly connections: ReadonlySet<Pick<Connection, 'flush'>>
  readonly limits: Pick<LiveLimits, 'flushEveryMs' | 'socketsPerTurn' | 'longestTurnMs'>
}

/**
 * Tells everyone the news, four times a second. Writing to thousands of sockets takes a while, so it is done in turns, and
 * what else the process has to do comes in between: an order that arrives waits for one turn, not for all of it. Returns how
 * to stop.
 */
export function startFlushLoop({ clock, timers, topics, connections, limits }: FlushLoopParts): () => void {
  let cancelTurn: CancelTimer | undefined
  let isUnderWay = false
  let isOverdue = false

  function begin(): void {
    isOverdue = false
    topics.prepareFlush()
    visit([...connections], 0)
  }
  function visit(all: readonly Pick<Connection, 'flush'>[], from: number): void {
    const endsAtMs = clock.elapsed() + limits.maxSliceMs
    const last = Math.min(all.length, from + limits.socketsPerSlice)
    let next = from
    // One at least, however long it takes.
    while (next < last && (next === from || clock.elapsed() < endsAtMs)) all[next++]?.flush()
    isUnderWay = next < all.length
    if (isUnderWay) cancelTurn = timers.soon(() => visit(all, next))
    else cancelTurn = isOverdue ? timers.soon(begin) : undefined
  }
  const cancelTimer = timers.every(limits.flushEveryMs, () => {
    // The last one is still under way: what has changed since is told by another right after it.
    if (isUnderWay) isOverdue = true
    else {
      cancelTurn?.()
      begin()
    }
  })
  return () => {
    cancelTimer()
    cancelTurn?.()
  }
}
