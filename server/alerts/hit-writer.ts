import type { AlertHit } from '#server/alerts/alerts-types.ts'
import { type Backoff, backoffMs } from '#server/platform/backoff.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { stopBoundsMs } from '#server/platform/stop-bounds.ts'
import { type CancelTimer, type Timers, withTimeout } from '#server/platform/timers.ts'

export type HitWriterParts = {
  /** Writes the hits in one transaction. A repeat of hits that were written changes nothing. */
  readonly commit: (hits: readonly AlertHit[]) => Promise<void>
  readonly timers: Timers
  readonly log: Pick<Log, 'error' | 'warn' | 'info'>
  readonly metrics: Pick<Metrics, 'alertHitsWaiting'>
}

export type HitWriter = {
  readonly add: (hit: AlertHit) => void
  /** Hits that are not committed yet. */
  readonly waiting: () => number
  /** Tries once to write what is left. What cannot be written is still active in the database. */
  readonly stop: () => Promise<void>
}

const maxBatch = 200
const retry: Backoff = { freeFailures: 1, firstMs: 500, longestMs: 10_000, resetAfterMs: 0 }
/** After about 15 s. A database that restarts causes fewer failures. */
const failuresBeforeAlarm = 6
/** The engine stops meanwhile. */
const maxStopMs = stopBoundsMs.engine / 2

/**
 * Writes hits in batches, and tries again until they are written. An alert is not judged again before its hit is
 * written, so there are never more hits than active alerts. After a failure hits are written one by one, and one that
 * fails goes to the end: it cannot hold back the others.
 */
export function createHitWriter({ commit, timers, log, metrics }: HitWriterParts): HitWriter {
  let queue: AlertHit[] = []
  let inFlight = 0
  let batchSize = maxBatch
  let failures = 0
  let isStopping = false
  let cancel: CancelTimer | undefined
  let work = Promise.resolve()

  const waiting = () => queue.length + inFlight

  function schedule(delayMs: number): void {
    if (isStopping || cancel !== undefined || inFlight > 0 || queue.length === 0) return
    // Not set for every hit: thousands may come at once.
    metrics.alertHitsWaiting.set(waiting())
    const run = () => {
      cancel = undefined
      work = writeNext()
    }
    cancel = delayMs === 0 ? timers.soon(run) : timers.after(delayMs, run)
  }

  async function writeNext(): Promise<void> {
    const batch = queue.slice(0, batchSize)
    queue = queue.slice(batch.length)
    inFlight = batch.length
    try {
      await commit(batch)
      succeed()
    } catch (fault) {
      fail(batch, fault)
    }
    if (waiting() === 0) metrics.alertHitsWaiting.set(0)
    schedule(backoffMs(failures, retry))
  }

  function succeed(): void {
    if (failures >= failuresBeforeAlarm) log.info({}, 'price alerts are stored again')
    inFlight = 0
    failures = 0
    batchSize = Math.min(maxBatch, batchSize * 2)
  }

  function fail(batch: readonly AlertHit[], fault: unknown): void {
    inFlight = 0
    failures += 1
    queue = batch.length === 1 ? [...queue, ...batch] : [...batch, ...queue]
    batchSize = 1
    const about = { waiting: waiting(), failures, fault }
    if (failures < failuresBeforeAlarm)
      log.warn(about, 'could not store price alerts that were hit; trying again')
    else log.error(about, 'ALARM: price alerts that were hit cannot be stored')
  }

  async function writeRest(): Promise<void> {
    await work
    while (queue.length > 0 && failures === 0) await writeNext()
  }

  return {
    add(hit) {
      queue.push(hit)
      schedule(0)
    },
    waiting,
    async stop() {
      isStopping = true
      cancel?.()
      failures = 0
      await withTimeout(timers, maxStopMs, writeRest())
    },
  }
}
