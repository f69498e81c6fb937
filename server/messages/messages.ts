// Entry point of the messages module: codes and notices by email and SMS.
import type { Channel } from '#core/user/contact.ts'
import { createDeliveryQueue } from '#server/messages/delivery-queue.ts'
import { isValidRecipient, type Message } from '#server/messages/message.ts'
import { renderMessage } from '#server/messages/render-message.ts'
import { createOutboxTransport } from '#server/messages/transports/outbox-transport.ts'
import { createSmsTransport } from '#server/messages/transports/sms-transport.ts'
import { createSmtpTransport } from '#server/messages/transports/smtp-transport.ts'
import type { RenderedMessage, Transport } from '#server/messages/transports/transport.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { type Random, randomId } from '#server/platform/random.ts'
import { stopBoundsMs } from '#server/platform/stop-bounds.ts'
import type { Timers } from '#server/platform/timers.ts'
import type { TranslatorFor } from '#server/platform/translators.ts'

export type { Message } from '#server/messages/message.ts'

export type Messages = {
  /**
   * Queues the message and never throws, so that response times do not reveal whether anything was sent.
   * Failed deliveries are counted and logged, without recipient or text.
   */
  readonly send: (message: Message) => void
  /** False for a channel without a provider where the outbox is not allowed: its messages are dropped. */
  readonly canSend: (channel: Channel) => boolean
  /** Waits up to five seconds for running and queued deliveries. */
  readonly stop: () => Promise<void>
}

export type MessagesParts = {
  /** A channel without a URL writes its messages to `DATA_DIR/outbox` if `outbox` is set, and otherwise sends none. */
  readonly delivery: {
    readonly smtpUrl: string | undefined
    readonly mailFrom: string
    readonly smsUrl: string | undefined
    readonly smsSecret: string | undefined
    readonly outbox: boolean
  }
  readonly dataDir: string
  /** Public URL of the app. Without it, messages contain no links. */
  readonly publicUrl: string | undefined
  readonly translatorFor: TranslatorFor
  readonly random: Random
  readonly clock: Clock
  readonly wallClock: Pick<Clock, 'now'>
  readonly timers: Timers
  readonly log: Log
  readonly metrics?: Pick<Metrics, 'messages'>
}

export function createMessages(parts: MessagesParts): Messages {
  const { delivery, log, metrics } = parts
  const outbox = delivery.outbox ? createOutboxTransport({ dataDir: parts.dataDir }) : undefined
  const [mail, sms] = [smtpTransport(parts), smsTransport(parts)]
  const channels: Readonly<Record<Channel, DeliveryQueue | undefined>> = {
    email: createQueue('email', mail ?? outbox, parts),
    mobile: createQueue('mobile', sms ?? outbox, parts),
  }
  const otherwise = delivery.outbox ? 'outbox' : 'none'
  const transports = {
    email: mail === undefined ? otherwise : 'smtp',
    mobile: sms === undefined ? otherwise : 'sms',
  }
  log.info(transports, 'message transports')

  function drop({ channel, kind }: Message): void {
    metrics?.messages.inc({ channel, outcome: 'dropped' })
    log.warn({ channel, kind }, 'a message is dropped: its channel has no provider')
  }
  return {
    canSend: (channel) => channels[channel] !== undefined,
    send(message) {
      const { channel, kind } = message
      const queue = channels[channel]
      if (queue === undefined) drop(message)
      else if (isValidRecipient(channel, message.to)) queue.send(message)
      else log.error({ channel, kind }, 'a message has an invalid recipient')
    },
    async stop() {
      await Promise.all(Object.values(channels).map((channel) => channel?.stop(stopBoundsMs.messages)))
    },
  }
}

type DeliveryQueue = ReturnType<typeof createDeliveryQueue>

/** Undefined without a transport. */
function createQueue(
  channel: Channel,
  transport: Transport | undefined,
  parts: MessagesParts,
): DeliveryQueue | undefined {
  if (transport === undefined) return undefined
  const { clock, timers, log, metrics } = parts
  return createDeliveryQueue({
    channel,
    transport,
    render: (message, createdAtMs) => render(message, createdAtMs, parts),
    clock,
    timers,
    log,
    count: (outcome) => metrics?.messages.inc({ channel, outcome }),
  })
}

function render(
  message: Message,
  createdAtMs: number,
  { translatorFor, publicUrl, random }: MessagesParts,
): RenderedMessage {
  const context = { say: translatorFor(message.language), publicUrl, createdAtMs }
  return { id: randomId(random), message, createdAtMs, ...renderMessage(message, context) }
}

function smtpTransport({ delivery: { smtpUrl, mailFrom }, timers }: MessagesParts): Transport | undefined {
  return smtpUrl === undefined ? undefined : createSmtpTransport({ smtpUrl, mailFrom, timers })
}

function smsTransport({
  delivery: { smsUrl, smsSecret },
  wallClock,
  timers,
}: MessagesParts): Transport | undefined {
  if (smsUrl === undefined) return undefined
  // The configuration also refuses this. Checked again, because an unsigned request must never be sent.
  if (smsSecret === undefined) throw new Error('SMS_URL without SMS_SECRET')
  return createSmsTransport({ smsUrl, smsSecret, wallClock, timers })
}
