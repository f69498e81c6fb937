// Entry point: a follower reads the journal from a stored position on, and writes what it makes of the changes.
import type { AccountChanged } from '#server/engine/engine.ts'
import { followPage, type PageParts, type PageResult } from '#server/followers/follow-page.ts'
import { type FollowerStart, readPosition, registerFollower } from '#server/followers/follower-store.ts'
import { type Backoff, backoffMs } from '#server/platform/backoff.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { stopBoundsMs } from '#server/platform/stop-bounds.ts'
import { type CancelTimer, type Timers, withTimeout } from '#server/platform/timers.ts'

export type { Change } from '#server/followers/changes.ts'

export type FollowerParts = Omit<PageParts, 'timers' | 'onLag'> & {
  readonly start: FollowerStart
  /** Wakes the follower after a commit. A missed message costs only time, because it also polls. */
  readonly onAccountChanged: (handler: (change: AccountChanged) => void) => () => void
  readonly clock: Pick<Clock, 'elapsed'>
  readonly timers: Timers
  readonly log: Pick<Log, 'error' | 'warn' | 'info'>
  readonly metrics: Pick<Metrics, 'followerPosition' | 'followerLag' | 'followerFailures'>
}

export type Follower = {
  /** Ends the work within five seconds. It continues at the stored position when the server starts again. */
  readonly stop: () => Promise<void>
}

const maxBatches = 200
/** From the start of one read to the next: changes of this time are read together, however busy the engine is. */
const gatherMs = 100
/** Between two pages while catching up, for the other work of the server. */
const pauseMs = 20
const pollMs = 5000
/** They stop while the engine stops. */
const maxStopMs = stopBoundsMs.engine / 2
const retry: Backoff = { freeFailures: 1, firstMs: 500, longestMs: 60_000, resetAfterMs: 0 }
/** After about 15 s. A database that restarts causes fewer failures. */
const failuresBeforeAlarm = 6

/** `idle`: polls, and can be woken. `due`: the next page is scheduled. `failed`: waits before the next attempt. */
type State = 'idle' | 'due' | 'working' | 'failed' | 'stopped'

/** Resolves when the position is stored, so that a follower that starts now misses nothing from then on. */
export async function startFollower(parts: FollowerParts): Promise<Follower> {
  const { pool, name, clock, timers, log, metrics } = parts
  const label = { follower: name }
  let state: State = 'idle'
  /** Undefined until it is read, and after a failure. */
  let position: number | undefined
  let failures = 0
  /** Batches up to this one are applied one by one, to find the one that cannot be applied. */
  let singlyUntil = 0
  let wasWoken = false
  let startedAtMs = Number.NEGATIVE_INFINITY
  let work = Promise.resolve()
  let cancel: CancelTimer = () => undefined

  function schedule(next: Exclude<State, 'working' | 'stopped'>, delayMs: number): void {
    if (state === 'stopped') return
    state = next
    cancel()
    cancel = timers.after(delayMs, () => {
      work = step()
    })
  }

  function wake(): void {
    if (state === 'working') wasWoken = true
    else if (state === 'idle') schedule('due', gatheringMs())
  }

  /** A change after a pause is read at once. */
  function gatheringMs(): number {
    return Math.max(0, startedAtMs + gatherMs - clock.elapsed())
  }

  async function step(): Promise<void> {
    state = 'working'
    wasWoken = false
    startedAtMs = clock.elapsed()
    try {
      position ??= await readPosition(pool, name)
      const isSingle = position < singlyUntil
      succeed(await followPage({ ...parts, onLag }, position, isSingle ? 1 : maxBatches))
    } catch (fault) {
      fail(fault)
    }
  }

  function succeed({ kind, seq, lastSeq }: PageResult): void {
    if (failures >= failuresBeforeAlarm) log.info({ ...label, seq }, 'a follower continues')
    failures = 0
    metrics.followerFailures.set(label, failures)
    if (kind === 'overtaken') {
      // The other process may be at any batch, so the position is read again.
      position = undefined
      schedule('due', gatherMs)
      return
    }
    position = seq
    metrics.followerPosition.set(label, seq)
    onLag(lastSeq - seq)
    if (seq < lastSeq) schedule('due', pauseMs)
    else if (wasWoken) schedule('due', gatheringMs())
    else schedule('idle', pollMs)
  }

  /** Nothing is skipped: the same batches are tried again until they can be applied. */
  function fail(fault: unknown): void {
    failures += 1
    singlyUntil = Math.max(singlyUntil, (position ?? 0) + maxBatches)
    const about = { ...label, afterSeq: position, failures, fault }
    if (failures < failuresBeforeAlarm) log.warn(about, 'a follower could not apply changes; it tries again')
    else log.error(about, 'ALARM: a follower stands still')
    metrics.followerFailures.set(label, failures)
    position = undefined
    schedule('failed', backoffMs(failures, retry))
  }

  function onLag(batches: number): void {
    metrics.followerLag.set(label, batches)
  }

  await registerFollower(pool, name, parts.start)
  const unsubscribe = parts.onAccountChanged(wake)
  schedule('due', 0)
  return {
    async stop() {
      unsubscribe()
      state = 'stopped'
      cancel()
      await withTimeout(timers, maxStopMs, work)
    },
  }
}
