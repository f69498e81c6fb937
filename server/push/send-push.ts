import webPush from 'web-push'
import type { Timers } from '#server/platform/timers.ts'
import type { SubscriptionKeys, VapidKeys } from '#server/push/push-types.ts'

export type OutgoingPush = {
  readonly subscription: SubscriptionKeys
  readonly payload: string
  readonly ttlSeconds: number
  readonly topic: string
  readonly isUrgent: boolean
}

/** `why` is a short cause that never quotes the service's answer. */
export type SendResult =
  | { readonly kind: 'sent' }
  /** `gone`: the browser has unsubscribed. `refused`: the service does not want pushes to this browser from us. */
  | { readonly kind: 'gone' | 'refused' | 'failed'; readonly why: string }
  /** `afterMs` if the service says when. */
  | { readonly kind: 'retry'; readonly why: string; readonly afterMs?: number }

export type PushSender = {
  readonly send: (push: OutgoingPush) => Promise<SendResult>
  /** Aborts running requests. */
  readonly close: () => void
}

type SenderParts = {
  readonly keys: VapidKeys
  /** Whom a push service can ask about these pushes: an https or mailto address. */
  readonly subject: string
  readonly timers: Pick<Timers, 'after'>
  /** The system clock, which a push service compares with its own. */
  readonly wallClock: { readonly now: () => number }
}

/** Two of these together are shorter than a claim. */
export const sendTimeoutMs = 10_000

/** Encrypts a push for its browser and posts it to the browser's push service (RFC 8030, 8291, 8292). */
export function createPushSender({ keys, subject, timers, wallClock }: SenderParts): PushSender {
  const closing = new AbortController()

  async function send(push: OutgoingPush): Promise<SendResult> {
    const { endpoint, headers, body } = requestOf(push, { subject, ...keys })
    const late = new AbortController()
    const cancel = timers.after(sendTimeoutMs, () => late.abort())
    try {
      const answer = await fetch(endpoint, {
        method: 'POST',
        headers,
        body,
        // The address was checked; that of a redirect was not.
        redirect: 'manual',
        signal: AbortSignal.any([late.signal, closing.signal]),
      })
      await answer.body?.cancel()
      return resultOf(answer.status, answer.headers.get('retry-after'), wallClock.now())
    } catch {
      return { kind: 'retry', why: late.signal.aborted ? 'no answer in time' : 'not reached' }
    } finally {
      cancel()
    }
  }
  return { send, close: () => closing.abort() }
}

type VapidDetails = VapidKeys & { readonly subject: string }

function requestOf(push: OutgoingPush, vapidDetails: VapidDetails) {
  const { endpoint, p256dh, auth } = push.subscription
  const details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, push.payload, {
    vapidDetails,
    TTL: push.ttlSeconds,
    topic: push.topic,
    urgency: push.isUrgent ? 'high' : 'normal',
    contentEncoding: 'aes128gcm',
  })
  // `fetch` sets the length itself.
  const { 'Content-Length': _, ...headers } = details.headers
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)] as const)
  return { endpoint, headers: Object.fromEntries(texts), body: new Uint8Array(details.body) }
}

const goneStatuses = new Set([404, 410])
/** Of the keys or the address, not of one push. */
const refusedStatuses = new Set([400, 401, 403])
const retryableStatuses = new Set([408, 425, 429])

function resultOf(status: number, retryAfter: string | null, nowMs: number): SendResult {
  const why = `status ${status}`
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (goneStatuses.has(status)) return { kind: 'gone', why }
  if (refusedStatuses.has(status)) return { kind: 'refused', why }
  if (status < 500 && !retryableStatuses.has(status)) return { kind: 'failed', why }
  const afterMs = retryAfterMs(retryAfter, nowMs)
  return afterMs === undefined ? { kind: 'retry', why } : { kind: 'retry', why, afterMs }
}

/** Seconds, or a date. */
function retryAfterMs(text: string | null, nowMs: number): number | undefined {
  if (text === null) return undefined
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs
  return ms >= 0 ? ms : undefined
}

/** The public address of the app if it is one that others reach, otherwise the sender of its mails. */
export function vapidSubject(publicUrl: string | undefined, mailFrom: string): string {
  const url = publicUrl === undefined ? null : URL.parse(publicUrl)
  if (url?.protocol === 'https:' && url.hostname !== 'localhost') return url.origin
  const address = /([^\s@<>]+@[^\s@<>]+)>?$/.exec(mailFrom)?.[1] ?? 'no-reply@localhost'
  return `mailto:${address}`
}
