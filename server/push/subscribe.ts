import { parseAuthSecret, parseBrowserKey } from '#server/push/browser-keys.ts'
import { serviceOf } from '#server/push/push-endpoint.ts'
import type { NewSubscription } from '#server/push/push-types.ts'
import {
  deleteOfOthers,
  deleteOldest,
  lockSubscriptions,
  upsertSubscription,
} from '#server/push/subscriptions-store.ts'
import { inTransaction, type Pool } from '#server/storage/storage.ts'

/** `unknown_service`: the browser uses a push service to which nothing may be sent. */
export type SubscribeResult =
  | 'subscribed'
  | 'unknown_service'
  | { readonly field: 'endpoint' | 'p256dh' | 'auth' }

type Parts = { readonly pool: Pool; readonly services: readonly string[]; readonly nowMs: number }

export const maxSubscriptions = 10
const maxEndpointLength = 1024

/** Names the field that is refused. A key that cannot encrypt would fail at every push. */
export async function subscribe(
  typed: NewSubscription,
  { pool, services, nowMs }: Parts,
): Promise<SubscribeResult> {
  if (typed.endpoint.length > maxEndpointLength) return { field: 'endpoint' }
  const service = serviceOf(typed.endpoint, services)
  if (service === undefined) return 'unknown_service'
  const p256dh = parseBrowserKey(typed.p256dh)
  if (p256dh === undefined) return { field: 'p256dh' }
  const auth = parseAuthSecret(typed.auth)
  if (auth === undefined) return { field: 'auth' }
  const subscription = { ...typed, p256dh, auth, service }
  await inTransaction(pool, async (client) => {
    await lockSubscriptions(client, subscription)
    await deleteOfOthers(client, subscription)
    await upsertSubscription(client, subscription, nowMs)
    await deleteOldest(client, subscription.userId, maxSubscriptions)
  })
  return 'subscribed'
}
