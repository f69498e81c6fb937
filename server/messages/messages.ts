// The door of the messages room: what people are told by mail and by text message.
import type { Channel } from '#core/account/contact.ts'
import { createDispatch } from '#server/messages/delivery-queue.ts'
import { isRecipient, type Message } from '#server/messages/message.ts'
import { renderMessage } from '#server/messages/render-message.ts'
import { createOutboxCarrier } from '#server/messages/transports/outbox-transport.ts'
import { createSmsCarrier } from '#server/messages/transports/sms-transport.ts'
import { createMailCarrier } from '#server/messages/transports/smtp-transport.ts'
import type { Carrier, Letter } from '#server/messages/transports/transport.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { type Random, randomId } from '#server/platform/random.ts'
import type { Timers } from '#server/platform/timers.ts'
import type { Words } from '#server/platform/words.ts'

export type { Message } from '#server/messages/message.ts'

export type Messages = {
  /**
   * Returns at once and never throws, so that nobody can tell from the time an answer takes whether anything was sent.
   * What cannot be delivered is counted and logged, without the recipient or the words.
   */
  readonly send: (message: Message) => void
  /** What is under way gets five seconds. */
  readonly stop: () => Promise<void>
}

export type MessagesParts = {
  /** A channel without an address leaves its messages as files in `DATA_DIR/outbox`. */
  readonly delivery: {
    readonly smtpUrl: string | undefined
    readonly mailFrom: string
    readonly smsUrl: string | undefined
    readonly smsSecret: string | undefined
  }
  readonly dataDir: string
  /** Where the app is reached from outside; without it messages hold no links. */
  readonly publicUrl: string | undefined
  readonly words: Words
  readonly random: Random
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  readonly metrics?: Pick<Metrics, 'messages'>
}

const stopWithinMs = 5000

export function createMessages(parts: MessagesParts): Messages {
  const outbox = createOutboxCarrier({ dataDir: parts.dataDir })
  const [mail, sms] = [mailCarrier(parts), smsCarrier(parts)]
  const channels: Readonly<Record<Channel, Dispatch>> = {
    email: dispatchOf('email', mail ?? outbox, parts),
    mobile: dispatchOf('mobile', sms ?? outbox, parts),
  }
  const ways = { email: mail === undefined ? 'outbox' : 'smtp', mobile: sms === undefined ? 'outbox' : 'sms' }
  parts.log.info(ways, 'how messages leave')
  return {
    send(message) {
      if (isRecipient(message.channel, message.to)) channels[message.channel].send(message)
      else
        parts.log.error({ channel: message.channel, kind: message.kind }, 'a message had no real recipient')
    },
    async stop() {
      await Promise.all(Object.values(channels).map((channel) => channel.stop(stopWithinMs)))
    },
  }
}

type Dispatch = ReturnType<typeof createDispatch>

function dispatchOf(channel: Channel, carrier: Carrier, parts: MessagesParts): Dispatch {
  const { clock, timers, log, metrics } = parts
  return createDispatch({
    channel,
    carrier,
    letterOf: (message, createdAtMs) => letterOf(message, createdAtMs, parts),
    clock,
    timers,
    log,
    count: (outcome) => metrics?.messages.inc({ channel, outcome }),
  })
}

function letterOf(
  message: Message,
  createdAtMs: number,
  { words, publicUrl, random }: MessagesParts,
): Letter {
  const rendering = { say: words(message.language), publicUrl, createdAtMs }
  return { id: randomId(random), message, createdAtMs, ...renderMessage(message, rendering) }
}

function mailCarrier({ delivery: { smtpUrl, mailFrom }, timers }: MessagesParts): Carrier | undefined {
  return smtpUrl === undefined ? undefined : createMailCarrier({ smtpUrl, mailFrom, timers })
}

function smsCarrier({ delivery: { smsUrl, smsSecret }, clock, timers }: MessagesParts): Carrier | undefined {
  if (smsUrl === undefined) return undefined
  // The configuration refuses the one without the other; an unsigned request must never leave.
  if (smsSecret === undefined) throw new Error('SMS_URL without SMS_SECRET')
  return createSmsCarrier({ smsUrl, smsSecret, clock, timers })
}
