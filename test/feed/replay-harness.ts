// A replay feed on a fake clock.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { markets } from '#db/seed/markets.ts'
import { createFeed, type FeedEvent } from '#server/feed/feed.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createFakeTimers } from '#server/platform/fake-timers.ts'
import { createLog } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { pollUntil } from '#server/storage/wait.ts'

/** Start time of the fake clock. */
export const zeroMs = 1_800_000_000_000
const patience = { timeoutMs: 60_000, everyMs: 2 }

/** A temporary folder for replay files. `remove` stops the replays and deletes it. */
export function createReplays() {
  const folder = mkdtempSync(join(tmpdir(), 'openlot-replay-'))
  const started: ReturnType<typeof replayOf>[] = []
  return {
    file: (name: string) => join(folder, name),
    replayOf(file: string, speed = 1) {
      const replay = replayOf(file, speed)
      started.push(replay)
      return replay
    },
    async remove() {
      await Promise.all(started.map(({ feed }) => feed.stop()))
      rmSync(folder, { recursive: true })
    },
  }
}

function replayOf(file: string, speed: number) {
  const timers = createFakeTimers(zeroMs)
  const metrics = createMetrics()
  const logged: string[] = []
  const log = createLog('info', { write: (line: string) => void logged.push(line) })
  const emitted: FeedEvent[] = []
  let state: 'waits' | 'ready' | Error = 'waits'
  const feed = createFeed({
    source: { kind: 'replay', file, speed },
    markets,
    spansOf: () => [],
    hoursMode: 'real',
    clock: timers.clock,
    timers,
    log,
    metrics,
  })
  return {
    ...timers,
    feed,
    logged,
    emitted,
    /** All events except heartbeats, without their source, which is the same for all. */
    events: () =>
      emitted.flatMap((event) => {
        const { source: _, ...content } = event
        return content.kind === 'heartbeat' ? [] : [content]
      }),
    state: () => state,
    start() {
      feed
        .start((event) => emitted.push(event))
        .then(
          () => {
            state = 'ready'
          },
          (fault: Error) => {
            state = fault
          },
        )
    },
    skipped: async (reason: string) =>
      (await metrics.replayRowsSkipped.get()).values.find(({ labels }) => labels.reason === reason)?.value ??
      0,
    /** Polls in real time, because file I/O is not driven by the fake clock. */
    async until(isSo: () => boolean): Promise<void> {
      if (await pollUntil(systemClock, patience, () => isSo() || undefined)) return
      throw new Error(`the condition did not become true; last events: ${JSON.stringify(emitted.slice(-5))}`)
    },
  }
}
