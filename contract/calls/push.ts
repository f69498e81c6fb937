import { Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'

const base64Url = (least: number, most: number) =>
  Type.String({ minLength: least, maxLength: most, pattern: '^[A-Za-z0-9_-]+=*$' })

const endpointField = Type.String({
  minLength: 1,
  maxLength: 1024,
  pattern: '^https?://[\\x21-\\x7e]+$',
  description: 'Address of the push service, as the browser names it',
})

export const pushKey = defineCall({
  name: 'push_key',
  group: 'Push',
  summary: 'Read the public key (VAPID) to which a browser binds its subscription',
  path: '/api/push/key',
  verb: 'GET',
  changes: false,
  access: 'user',
  input: Type.Object({}),
  answer: Type.Object({ key: Type.String({ description: 'Uncompressed P-256 point, base64url' }) }),
})

export type PushKeyAnswer = AnswerOf<typeof pushKey>

export const subscribePush = defineCall({
  name: 'subscribe_push',
  group: 'Push',
  summary: 'Send pushes to this browser until its session ends. It gets them in the language of this call',
  path: '/api/push/subscribe',
  verb: 'POST',
  changes: true,
  access: 'user',
  input: Type.Object({ endpoint: endpointField, p256dh: base64Url(80, 100), auth: base64Url(20, 32) }),
  answer: Type.Null(),
})

export type SubscribePushInput = InputOf<typeof subscribePush>

export const unsubscribePush = defineCall({
  name: 'unsubscribe_push',
  group: 'Push',
  summary: 'Send no further pushes to this browser',
  path: '/api/push/unsubscribe',
  verb: 'POST',
  changes: true,
  access: 'user',
  input: Type.Object({ endpoint: endpointField }),
  answer: Type.Null(),
})
