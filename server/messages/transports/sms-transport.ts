import { createHmac } from 'node:crypto'
import { typeOf } from '#server/messages/message.ts'
import type { Carrier, Delivery, Letter } from '#server/messages/transports/transport.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Timers } from '#server/platform/timers.ts'

type Parts = {
  readonly smsUrl: string
  readonly smsSecret: string
  readonly clock: Clock
  readonly timers: Timers
}

const timeoutMs = 10_000
const atOnce = 4

/** Posts text messages to the operator's provider, signed; docs/operations.md says how the other side checks it. */
export function createSmsCarrier({ smsUrl, smsSecret, clock, timers }: Parts): Carrier {
  const { address, authorization } = splitAddress(smsUrl)
  const closing = new AbortController()

  async function deliver(letter: Letter): Promise<Delivery> {
    const body = bodyOf(letter)
    const timestamp = String(Math.floor(clock.now() / 1000))
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
      return judge(answer.status)
    } catch {
      return { ok: false, isFinal: false, why: late.signal.aborted ? 'no answer in time' : 'not reached' }
    } finally {
      cancel()
    }
  }
  return { atOnce, deliver, close: () => closing.abort() }
}

function bodyOf({ id, message, text }: Letter): string {
  const { to, language, kind } = message
  const code = 'code' in message ? message.code : ''
  return JSON.stringify({ id, to, type: typeOf(kind), lang: language, kind, code, text })
}

export function signature(secret: string, timestamp: string, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
}

const worthAnotherTry = new Set([408, 425, 429])

/** A redirect is not followed, since it would carry the code to somewhere nobody named. */
function judge(status: number): Delivery {
  if (status >= 200 && status < 300) return { ok: true }
  return { ok: false, isFinal: status < 500 && !worthAnotherTry.has(status), why: `status ${status}` }
}

/** `fetch` refuses an address with a password in it; it goes where it belongs, into a header. */
function splitAddress(smsUrl: string) {
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
