// Pushes to the browser of the caller.
import { pushKey, subscribePush, unsubscribePush } from '#contract/calls/push.ts'
import { answered, refused } from '#contract/outcome.ts'
import { type Route, userRoute } from '#server/gateway/gateway.ts'
import type { Push } from '#server/push/push.ts'
import type { Users } from '#server/users/users.ts'

export type PushRouteParts = {
  readonly users: Pick<Users, 'authenticate'>
  readonly push: Pick<Push, 'publicKey' | 'subscribe' | 'unsubscribe'>
}

/** All calls of contract/calls/push.ts. */
export function pushRoutes({ users, push }: PushRouteParts): readonly Route[] {
  return [
    userRoute(pushKey, users.authenticate, async () => answered({ key: push.publicKey })),
    userRoute(subscribePush, users.authenticate, async (input, { userId, sessionId }, { language }) => {
      const { endpoint, p256dh, auth } = input
      const result = await push.subscribe({ userId, sessionId, endpoint, p256dh, auth, language })
      if (result === 'subscribed') return answered(null)
      return result === 'unknown_service'
        ? refused('push_service_unknown', { field: 'endpoint' })
        : refused('invalid_input', result)
    }),
    userRoute(unsubscribePush, users.authenticate, async ({ endpoint }, { userId }) => {
      await push.unsubscribe({ userId, endpoint })
      return answered(null)
    }),
  ]
}
