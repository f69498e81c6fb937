import { groupOf, type NoticeGroup } from '#core/notice/notice.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import { storableJson } from '#server/platform/storable-text.ts'
import { holdSubscriptions, insertDeliveries, type NewDelivery } from '#server/push/deliveries-store.ts'
import { priorityOf } from '#server/push/push-priority.ts'
import type { PushNotice, PushOutcome } from '#server/push/push-types.ts'
import type { PoolClient } from '#server/storage/storage.ts'

type Parts = {
  readonly clock: Pick<Clock, 'now'>
  readonly log: Pick<Log, 'warn'>
  readonly count: (outcome: PushOutcome, by: number) => void
}

const hourMs = 3_600_000
/** News of a market or an order is of no use to a user who switches on the phone hours later. */
const lifetimeMs: Readonly<Partial<Record<NoticeGroup, number>>> = {
  margin: hourMs,
  orders: 4 * hourMs,
  alerts: 4 * hourMs,
}
const usualLifetimeMs = 24 * hourMs

const maxWaiting = 100
const noticesPerStatement = 1000
const maxTextLength = 500

/** Runs in the caller's transaction. Whether anything was stored. */
export async function enqueueNotices(
  client: PoolClient,
  notices: readonly PushNotice[],
  { clock, log, count }: Parts,
): Promise<boolean> {
  const nowMs = clock.now()
  const current = notices.map(deliveryOf).filter(({ expiresAtMs }) => expiresAtMs > nowMs)
  if (current.length === 0) return false
  const held = await holdSubscriptions(client, [...new Set(current.map(({ userId }) => userId))])
  const deliveries = current.filter(({ userId }) => held.has(userId))
  let [stored, dropped] = [0, 0]
  for (let from = 0; from < deliveries.length; from += noticesPerStatement) {
    const some = deliveries.slice(from, from + noticesPerStatement)
    const result = await insertDeliveries(client, some, { held, maxWaiting, nowMs })
    stored += result.inserted
    dropped += result.dropped
  }
  if (dropped > 0) {
    count('dropped', dropped)
    log.warn({ dropped }, 'pushes are dropped: too many are waiting for their browsers')
  }
  return stored > 0
}

function deliveryOf({ userId, tag, atMs, content }: PushNotice): NewDelivery {
  const group = groupOf(content.kind)
  return {
    userId,
    kind: content.kind,
    content: storableJson(content, maxTextLength),
    tag: tag.slice(0, 128),
    priority: priorityOf(content.kind),
    createdAtMs: atMs,
    expiresAtMs: atMs + (lifetimeMs[group] ?? usualLifetimeMs),
  }
}
