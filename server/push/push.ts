// Entry point of Web Push: subscriptions of browsers, what users chose for pushes, and their delivery.
import { isTimeZone } from '#core/calendar/event-time.ts'
import type { Clock } from '#server/platform/clock.ts'
import { deleteInBatches } from '#server/platform/delete-in-batches.ts'
import type { Encryption } from '#server/platform/encryption.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { stopBoundsMs } from '#server/platform/stop-bounds.ts'
import { type Timers, withTimeout } from '#server/platform/timers.ts'
import type { TranslatorFor } from '#server/platform/translators.ts'
import { attemptPush } from '#server/push/attempt-push.ts'
import { startDeliveries } from '#server/push/deliveries.ts'
import { deleteEndedDeliveries } from '#server/push/deliveries-store.ts'
import { enqueueNotices } from '#server/push/enqueue-notices.ts'
import { readPreferences, writePreferences } from '#server/push/preferences-store.ts'
import { loadPushKeys } from '#server/push/push-keys.ts'
import type {
  NewSubscription,
  PushNotice,
  PushOutcome,
  PushPreferences,
  RenderNotice,
} from '#server/push/push-types.ts'
import { createPushSender, vapidSubject } from '#server/push/send-push.ts'
import { type SubscribeResult, subscribe } from '#server/push/subscribe.ts'
import { deleteByEndpoint, deleteOfEndedSessions } from '#server/push/subscriptions-store.ts'
import type { Pool, PoolClient } from '#server/storage/storage.ts'

export type { PushNotice, PushPreferences, RenderNotice } from '#server/push/push-types.ts'

export type Push = {
  /** The key to which browsers bind their subscriptions. */
  readonly publicKey: string
  /**
   * Sends pushes to this browser while the session lives. A browser that another user had becomes this user's. Of more
   * than ten browsers of a user, the one that subscribed first is replaced.
   */
  readonly subscribe: (subscription: NewSubscription) => Promise<SubscribeResult>
  readonly unsubscribe: (of: { readonly userId: number; readonly endpoint: string }) => Promise<void>
  readonly preferences: (userId: number) => Promise<PushPreferences>
  readonly setPreferences: (
    userId: number,
    preferences: PushPreferences,
  ) => Promise<'saved' | { readonly field: 'zone' }>
  /**
   * Stores the notices in the caller's transaction for every browser of their users: they are sent if that commits, and
   * then at least once, also after a restart, unless they expire first. What is beyond 100 that wait for a browser is
   * dropped and counted.
   */
  readonly enqueue: (client: PoolClient, notices: readonly PushNotice[]) => Promise<void>
  /** Starts to send. Until then pushes only wait. */
  readonly start: () => void
  /** Deletes the subscriptions of ended sessions, and pushes a day after they ended. */
  readonly sweep: () => Promise<void>
  /** Waits up to four seconds for running deliveries. */
  readonly stop: () => Promise<void>
}

export type PushParts = {
  readonly pool: Pool
  /** Origins, and `*.` with a host, to which pushes may be sent. */
  readonly pushServices: readonly string[]
  readonly publicUrl: string | undefined
  readonly delivery: { readonly mailFrom: string }
  readonly encryption: Encryption
  readonly render: RenderNotice
  readonly translatorFor: TranslatorFor
  readonly clock: Clock
  readonly wallClock: Pick<Clock, 'now'>
  readonly timers: Timers
  readonly log: Log
  readonly metrics: Pick<Metrics, 'pushes'>
}

const endedKeptMs = 24 * 3_600_000
/** Of the time for a stop. */
const recordMs = 500

const defaults: PushPreferences = { details: false, quietFrom: 0, quietTo: 0, zone: 'UTC' }

export async function createPush(parts: PushParts): Promise<Push> {
  const { pool, clock, timers, metrics, pushServices: services } = parts
  const keys = await loadPushKeys(parts)
  const subject = vapidSubject(parts.publicUrl, parts.delivery.mailFrom)
  const sender = createPushSender({ ...parts, keys, subject })
  const count = (outcome: PushOutcome, by = 1) => metrics.pushes.inc({ outcome }, by)
  let deliveries: ReturnType<typeof startDeliveries> | undefined

  return {
    publicKey: keys.publicKey,
    subscribe: (subscription) => subscribe(subscription, { pool, services, nowMs: clock.now() }),
    unsubscribe: ({ userId, endpoint }) => deleteByEndpoint(pool, userId, endpoint),
    preferences: async (userId) => (await readPreferences(pool, userId)) ?? defaults,
    async setPreferences(userId, preferences) {
      if (!isTimeZone(preferences.zone)) return { field: 'zone' }
      await writePreferences(pool, userId, preferences)
      return 'saved'
    },
    async enqueue(client, notices) {
      if (await enqueueNotices(client, notices, { ...parts, count })) deliveries?.wake()
    },
    start() {
      const attempt: Parameters<typeof startDeliveries>[0]['attempt'] = (delivery) =>
        attemptPush(delivery, { ...parts, sender, services })
      deliveries ??= startDeliveries({ ...parts, attempt, count })
    },
    async sweep() {
      const nowMs = clock.now()
      await deleteInBatches((limit) => deleteOfEndedSessions(pool, nowMs, limit))
      await deleteInBatches((limit) => deleteEndedDeliveries(pool, nowMs - endedKeptMs, limit))
    },
    async stop() {
      const stopped = Promise.resolve(deliveries?.stop())
      await withTimeout(timers, stopBoundsMs.messages - recordMs, stopped)
      sender.close()
      // Requests that were aborted are recorded, so that the next process need not wait for their claims.
      await withTimeout(timers, recordMs, stopped)
    },
  }
}
