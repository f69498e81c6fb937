import type { Clock } from '#server/platform/clock.ts'
import { StartFailure } from '#server/platform/start-failure.ts'
import {
  isPostmasterOf,
  readPostmasterFile,
  removeStalePostmasterFile,
} from '#server/storage/embedded/postmaster-file.ts'
import { pollUntil } from '#server/storage/poll.ts'

/** SIGINT ends the sessions and writes a checkpoint; SIGQUIT does neither, and the next start recovers. */
const stages = [
  { signal: 'SIGINT', timeoutMs: 30_000 },
  { signal: 'SIGQUIT', timeoutMs: 10_000 },
] as const

/** Whether the server is gone. It is never killed harder than SIGQUIT: its children would be left behind. */
export async function stopServer(pid: number, isRunning: () => boolean, clock: Clock): Promise<boolean> {
  for (const { signal, timeoutMs } of stages) {
    if (!isRunning()) return true
    process.kill(pid, signal)
    const gone = await pollUntil(clock, { timeoutMs, everyMs: 10 }, () => (isRunning() ? undefined : true))
    if (gone) return true
  }
  return false
}

/**
 * A kill -9 of Node leaves its PostgreSQL running. We stop it and start our own rather than adopt it: then there
 * is one way of running, always our child, with this version's options and its end noticed at once.
 */
export async function stopLeftOverServer(cluster: string, clock: Clock): Promise<void> {
  const found = readPostmasterFile(cluster)
  if (found !== undefined && isPostmasterOf(cluster, found.pid)) {
    const gone = await stopServer(found.pid, () => isPostmasterOf(cluster, found.pid), clock)
    if (!gone)
      throw new StartFailure(
        `A PostgreSQL left over from an earlier run (process ${found.pid}) does not stop: end it, then start again.`,
      )
  }
  removeStalePostmasterFile(cluster, clock)
}
