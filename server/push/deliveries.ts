import { type Backoff, backoffMs } from '#server/platform/backoff.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { CancelTimer, Timers } from '#server/platform/timers.ts'
import {
  type ClaimedDelivery,
  claimDeliveries,
  endDelivery,
  postponeDelivery,
} from '#server/push/deliveries-store.ts'
import { hostOf } from '#server/push/push-endpoint.ts'
import type { PushOutcome } from '#server/push/push-types.ts'
import type { SendResult } from '#server/push/send-push.ts'
import { deleteSubscription } from '#server/push/subscriptions-store.ts'
import type { Pool } from '#server/storage/storage.ts'

export type AttemptResult = SendResult | { readonly kind: 'quiet' | 'expired' }

export type DeliveriesParts = {
  readonly pool: Pool
  readonly attempt: (delivery: ClaimedDelivery) => Promise<AttemptResult>
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  readonly count: (outcome: PushOutcome) => void
}

export const retryBackoff: Backoff = {
  freeFailures: 1,
  firstMs: 15_000,
  longestMs: 30 * 60_000,
  resetAfterMs: 0,
}
/** A push service may ask for a longer wait, but not for more than this. */
export const longestRetryAfterMs = 3_600_000
/** Longer than any attempt. A delivery whose process was killed is tried again after this time. */
export const claimMs = 60_000
/** Finds deliveries of other processes, and those that are due again. */
export const pollMs = 5000
/** The transaction that enqueued a notice is usually committed by then. */
const wakeMs = 200
const maxParallel = 16
/** One that does not answer leaves room for the others. */
export const maxPerService = 4

/** Sends what waits. Several processes may do so: each delivery is claimed by one of them. */
export function startDeliveries(parts: DeliveriesParts) {
  const { pool, clock, timers, log, count } = parts
  /** What is being sent, with the push service. */
  const running = new Map<Promise<void>, string>()
  let isClaiming = false
  /** Called again while a claim was running. */
  let wasWoken = false
  let isStopping = false
  let cancelWake: CancelTimer | undefined

  /** Claims as many deliveries as can be sent now. When one is done, the next is claimed. */
  async function claim(): Promise<void> {
    const limit = maxParallel - running.size
    wasWoken = isClaiming
    if (isStopping || isClaiming || limit <= 0) return
    isClaiming = true
    try {
      const nowMs = clock.now()
      const shares = { perService: maxPerService, busy: countedBy(running.values()) }
      const claimed = await claimDeliveries(pool, { limit, ...shares, nowMs, expiresAtMs: nowMs + claimMs })
      for (const delivery of claimed) start(delivery)
    } catch (fault) {
      log.warn({ fault }, 'could not read waiting pushes; trying again')
    } finally {
      isClaiming = false
    }
    // A delivery may have been stored after this read.
    if (wasWoken) await claim()
  }

  function start(delivery: ClaimedDelivery): void {
    const work = attempt(delivery)
      .catch((fault: unknown) => log.warn({ ...about(delivery), fault }, 'could not record a push'))
      .finally(() => {
        running.delete(work)
        void claim()
      })
    running.set(work, delivery.service)
  }

  async function attempt(delivery: ClaimedDelivery): Promise<void> {
    const result = await parts.attempt(delivery).catch((fault: unknown) => ({
      // Its message could quote the notice.
      ...({ kind: 'retry', why: fault instanceof Error ? fault.name : 'fault' } as const),
    }))
    await record(delivery, result)
  }

  async function record(delivery: ClaimedDelivery, result: AttemptResult): Promise<void> {
    if (result.kind === 'retry') return await retry(delivery, result)
    const nowMs = clock.now()
    if (result.kind !== 'gone') await endDelivery(pool, delivery, { state: result.kind, nowMs })
    // A browser that has subscribed again meanwhile gets what waited for it.
    else if (!(await deleteSubscription(pool, delivery))) return await postponeDelivery(pool, delivery, nowMs)
    count(result.kind)
    if (result.kind === 'failed') log.warn({ ...about(delivery), why: result.why }, 'a push was not accepted')
    if (result.kind === 'gone') log.info({ ...about(delivery), why: result.why }, 'a push subscription ended')
  }

  async function retry(
    delivery: ClaimedDelivery,
    { why, afterMs = 0 }: SendResult & { readonly kind: 'retry' },
  ): Promise<void> {
    const delayMs = Math.max(backoffMs(delivery.tries, retryBackoff), Math.min(afterMs, longestRetryAfterMs))
    const nowMs = clock.now()
    if (nowMs + delayMs >= delivery.expiresAtMs) {
      await endDelivery(pool, delivery, { state: 'expired', nowMs })
      log.warn({ ...about(delivery), why }, 'giving up on a push')
      return count('expired')
    }
    await postponeDelivery(pool, delivery, nowMs + delayMs)
    log.info({ ...about(delivery), why }, 'a push will be sent again')
    count('retried')
  }

  const cancelPoll = timers.every(pollMs, () => void claim())
  void claim()
  return {
    /** Looks for deliveries shortly, when the caller's transaction is likely to be committed. */
    wake(): void {
      if (isStopping) return
      cancelWake ??= timers.after(wakeMs, () => {
        cancelWake = undefined
        void claim()
      })
    },
    /** Waits for running deliveries. The caller limits the time; one that is aborted then is sent again later. */
    async stop(): Promise<void> {
      isStopping = true
      cancelPoll()
      cancelWake?.()
      await Promise.all(running.keys())
    },
  }
}

function countedBy(services: Iterable<string>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const service of services) counts.set(service, (counts.get(service) ?? 0) + 1)
  return counts
}

/** For logs. Never the address or the text. */
function about({ endpoint, kind, tries }: ClaimedDelivery) {
  return { host: hostOf(endpoint), kind, tries }
}
