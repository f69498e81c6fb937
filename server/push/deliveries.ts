import { type Backoff, backoffMs } from '#server/platform/backoff.ts'
import { type ClaimLoop, startClaimLoop } from '#server/platform/claim-loop.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { Timers } from '#server/platform/timers.ts'
import {
  type ClaimedDelivery,
  claimDeliveries,
  endDelivery,
  postponeDelivery,
} from '#server/push/deliveries-store.ts'
import { hostOf } from '#server/push/push-endpoint.ts'
import type { PushOutcome } from '#server/push/push-types.ts'
import type { SendResult } from '#server/push/send-push.ts'
import { countRefusal, deleteSubscription, forgetRefusals } from '#server/push/subscriptions-store.ts'
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
/** A subscription ends after this many refusals in a row, if the first was this long ago. */
export const mostRefusals = 10
export const refusedForMs = 3 * 24 * 3_600_000
const maxParallel = 16
/** One that does not answer leaves room for the others. */
export const maxPerService = 4

/** Sends what waits. Several processes may do so: each delivery is claimed by one of them. */
export function startDeliveries(parts: DeliveriesParts): ClaimLoop {
  const { pool, clock, timers, log, count } = parts

  async function claim(limit: number, running: Iterable<ClaimedDelivery>) {
    const nowMs = clock.now()
    const shares = { perService: maxPerService, busy: countedByService(running) }
    return await claimDeliveries(pool, { limit, ...shares, nowMs, expiresAtMs: nowMs + claimMs })
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
    if (result.kind === 'refused') return await refuse(delivery, result.why)
    const nowMs = clock.now()
    if (result.kind === 'sent' && delivery.refusals > 0) await forgetRefusals(pool, delivery)
    if (result.kind !== 'gone') await endDelivery(pool, delivery, { state: result.kind, nowMs })
    // A browser that has subscribed again meanwhile gets what waited for it.
    else if (!(await deleteSubscription(pool, delivery))) return await postponeDelivery(pool, delivery, nowMs)
    count(result.kind)
    if (result.kind === 'failed') log.warn({ ...about(delivery), why: result.why }, 'a push was not accepted')
    if (result.kind === 'gone') log.info({ ...about(delivery), why: result.why }, 'a push subscription ended')
  }

  /** One refusal may come from a fault of the service. Only a long row of them ends the subscription. */
  async function refuse(delivery: ClaimedDelivery, why: string): Promise<void> {
    const nowMs = clock.now()
    const { refusals, sinceMs } = await countRefusal(pool, delivery, nowMs)
    await endDelivery(pool, delivery, { state: 'failed', nowMs })
    const isOver = refusals >= mostRefusals && nowMs - sinceMs >= refusedForMs
    const isDeleted = isOver && (await deleteSubscription(pool, delivery))
    count('failed')
    log.warn({ ...about(delivery), why }, 'a push was not accepted')
    if (!isDeleted) return
    count('gone')
    log.info({ ...about(delivery), why }, 'a push subscription ended')
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

  return startClaimLoop({
    ...{ timers, parallel: maxParallel, claim, work: attempt },
    onClaimFault: (fault) => log.warn({ fault }, 'could not read waiting pushes; trying again'),
    onWorkFault: (delivery, fault) => log.warn({ ...about(delivery), fault }, 'could not record a push'),
  })
}

function countedByService(running: Iterable<ClaimedDelivery>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { service } of running) counts.set(service, (counts.get(service) ?? 0) + 1)
  return counts
}

/** For logs. Never the address or the text. */
function about({ endpoint, kind, tries }: ClaimedDelivery) {
  return { host: hostOf(endpoint), kind, tries }
}
