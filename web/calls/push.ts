import type { Call } from '#browser/calls/call-request.ts'
import type { PushKeyAnswer, SubscribePushInput } from '#contract/calls/push.ts'

// Background calls: the app also makes them by itself at its start. The screen says if one has failed.

export function readPushKey(call: Call): Promise<PushKeyAnswer> {
  return call({ path: '/api/push/key', verb: 'GET', background: true, quiet: true })
}

export function subscribePush(call: Call, input: SubscribePushInput): Promise<null> {
  return call({
    ...{ path: '/api/push/subscribe', verb: 'POST', changes: true, background: true },
    ...{ input, quiet: true },
  })
}

export function unsubscribePush(call: Call, endpoint: string): Promise<null> {
  return call({
    ...{ path: '/api/push/unsubscribe', verb: 'POST', changes: true, background: true },
    ...{ input: { endpoint }, quiet: true },
  })
}
