import { createHmac } from 'node:crypto'
import { messageType } from '#server/messages/message.ts'
import type { DeliveryResult, RenderedMessage, Transport } from '#server/messages/transports/transport.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Timers } from '#server/platform/timers.ts'

type Parts = {
  readonly smsUrl: string
  readonly smsSecret: string
  /** The provider compares the timestamp with its own clock. */
  readonly wallClock: Pick<Clock, 'now'>
  readonly timers: Timers
}

const timeoutMs = 10_000
const concurrency = 4

/** Posts signed text messages to the SMS provider. docs/operations.md describes the signature. */
export function createSmsTransport({ smsUrl, smsSecret, wallClock, timers }: Parts): Transport {
  const { address, authorization } = splitCredentials(smsUrl)
  const closing = new AbortController()

  async function deliver(rendered: RenderedMessage): Promise<DeliveryResult> {
    const body = bodyOf(rendered)
    const timestamp = String(Math.floor(wallClock.now() / 1000))
    const late = new AbortController()
    const cancel = timers.after(timeoutMs, () => late.abort())
    try {
      const answer = await fetch(address, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'openlot-timestamp': timestamp,
          'openlot-signature': `v1=${signature(smsSecret, timestamp, body)}`,
          ...authorization,
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([late.signal, closing.signal]),
      })
      await answer.body?.cancel()
      return deliveryResultOf(answer.status)
    } catch {
      return { ok: false, isFinal: false, why: late.signal.aborted ? 'no answer in time' : 'not reached' }
    } finally {
      cancel()
    }
  }
  return { concurrency, deliver, close: () => closing.abort() }
}

function bodyOf({ id, message, text }: RenderedMessage): string {
  const { to, language, kind } = message
  const code = 'code' in message ? message.code : ''
  return JSON.stringify({ id, to, type: messageType(kind), lang: language, kind, code, text })
}

export function signature(secret: string, timestamp: string, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
}

const retryableStatuses = new Set([408, 425, 429])

/** A redirect counts as a failure: following it would send the code to an unknown host. */
function deliveryResultOf(status: number): DeliveryResult {
  if (status >= 200 && status < 300) return { ok: true }
  return { ok: false, isFinal: status < 500 && !retryableStatuses.has(status), why: `status ${status}` }
}

/** Moves credentials from the URL into a header, because `fetch` refuses URLs with credentials. */
function splitCredentials(smsUrl: string) {
  const url = new URL(smsUrl)
  const { username, password } = url
  if (username === '' && password === '') return { address: url.href, authorization: {} }
  url.username = ''
  url.password = ''
  const pair = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString(
    'base64',
  )
  return { address: url.href, authorization: { authorization: `Basic ${pair}` } }
}
