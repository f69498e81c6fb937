// Entry point of the messages module: codes and notices by email and SMS.
import { isForAllUsers } from '#core/notice/notice.ts'
import type { Channel } from '#core/user/contact.ts'
import { createDeliveryQueue } from '#server/messages/delivery-queue.ts'
import {
  isValidRecipient,
  type Message,
  type Recipient,
  type StoredContent,
  type UnstoredMessage,
} from '#server/messages/message.ts'
import {
  deleteEndedOutgoing,
  insertOutgoing,
  type NewOutgoing,
} from '#server/messages/outgoing-messages-store.ts'
import { renderMessage } from '#server/messages/render-message.ts'
import { type RenderedAbout, startStoredDeliveries } from '#server/messages/stored-deliveries.ts'
import { createOutboxTransport } from '#server/messages/transports/outbox-transport.ts'
import { createSmsTransport } from '#server/messages/transports/sms-transport.ts'
import { createSmtpTransport } from '#server/messages/transports/smtp-transport.ts'
import type { RenderedMessage, Transport } from '#server/messages/transports/transport.ts'
import type { Clock } from '#server/platform/clock.ts'
import { deleteInBatches } from '#server/platform/delete-in-batches.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { type Random, randomId } from '#server/platform/random.ts'
import { stopBoundsMs } from '#server/platform/stop-bounds.ts'
import { storableText } from '#server/platform/storable-text.ts'
import { type Timers, withTimeout } from '#server/platform/timers.ts'
import type { TranslatorFor } from '#server/platform/translators.ts'
import type { Pool, PoolClient } from '#server/storage/storage.ts'

export type { Message, Recipient, StoredContent, UnstoredMessage } from '#server/messages/message.ts'

/** A message that is stored until it is delivered, so it must not contain a code. */
export type StoredMessage = Recipient & StoredContent & { readonly userId: number }

export type Messages = {
  /**
   * Queues the message in memory and never throws, so that response times do not reveal whether anything was sent.
   * Failed deliveries are counted and logged, without recipient or text.
   */
  readonly send: (message: UnstoredMessage) => void
  /**
   * Stores the messages in the caller's transaction: they are sent if that commits, and then at least once, also after a
   * restart. A message beyond 100 that wait for its user is dropped and counted.
   */
  readonly enqueue: (client: PoolClient, ...messages: readonly StoredMessage[]) => Promise<void>
  /** Starts to deliver stored messages. Until then they only wait. */
  readonly startStored: (pool: Pool) => void
  /** Deletes stored messages 30 days after they ended. */
  readonly sweep: () => Promise<void>
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

const maxWaitingPerUser = 100
const endedKeptMs = 30 * 24 * 3_600_000

export function createMessages(parts: MessagesParts): Messages {
  const { delivery, log, metrics, clock, random, timers } = parts
  const outbox = delivery.outbox ? createOutboxTransport({ dataDir: parts.dataDir }) : undefined
  const [mail, sms] = [smtpTransport(parts), smsTransport(parts)]
  const transports: Readonly<Record<Channel, Transport | undefined>> = {
    email: mail ?? outbox,
    mobile: sms ?? outbox,
  }
  const queues = {
    email: createQueue('email', transports.email, parts),
    mobile: createQueue('mobile', transports.mobile, parts),
  }
  let stored: StoredQueues | undefined
  const otherwise = delivery.outbox ? 'outbox' : 'none'
  const names = {
    email: mail === undefined ? otherwise : 'smtp',
    mobile: sms === undefined ? otherwise : 'sms',
  }
  log.info(names, 'message transports')

  /** False for a channel without a provider, and for an invalid recipient. */
  function canDeliver({ channel, kind, to }: Message): boolean {
    if (transports[channel] === undefined) {
      metrics?.messages.inc({ channel, outcome: 'dropped' })
      log.warn({ channel, kind }, 'a message is dropped: its channel has no provider')
      return false
    }
    const isValid = isValidRecipient(channel, to)
    if (!isValid) log.error({ channel, kind }, 'a message has an invalid recipient')
    return isValid
  }

  function rowOf(message: StoredMessage): NewOutgoing {
    const { userId, channel, to, language, kind, ...parameters } = message
    return {
      ...{ deliveryId: randomId(random), userId, channel, recipient: to, language, kind },
      parameters: storable(parameters),
      priority: isForAllUsers(kind) ? 1 : 0,
      nowMs: clock.now(),
    }
  }

  async function enqueue(client: PoolClient, ...messages: readonly StoredMessage[]): Promise<void> {
    for (const channel of ['email', 'mobile'] as const) {
      const rows = messages.filter((one) => one.channel === channel && canDeliver(one)).map(rowOf)
      if (rows.length === 0) continue
      const dropped = rows.length - (await insertOutgoing(client, rows, maxWaitingPerUser))
      if (dropped < rows.length) stored?.byChannel[channel]?.wake()
      if (dropped === 0) continue
      metrics?.messages.inc({ channel, outcome: 'dropped' }, dropped)
      log.warn({ channel, dropped }, 'messages are dropped: too many of their users are waiting')
    }
  }

  return {
    canSend: (channel) => transports[channel] !== undefined,
    send(message) {
      if (canDeliver(message)) queues[message.channel]?.send(message)
    },
    enqueue,
    startStored(pool) {
      const start = (channel: Channel) => startStoredQueue(pool, channel, transports[channel], parts)
      stored ??= { pool, byChannel: { email: start('email'), mobile: start('mobile') } }
    },
    async sweep() {
      if (stored === undefined) return
      const { pool } = stored
      await deleteInBatches((limit) => deleteEndedOutgoing(pool, clock.now() - endedKeptMs, limit))
    },
    async stop() {
      const { email, mobile } = stored?.byChannel ?? {}
      await Promise.all([
        ...Object.values(queues).map((queue) => queue?.stop(stopBoundsMs.messages)),
        withTimeout(timers, stopBoundsMs.messages, Promise.all([email?.stop(), mobile?.stop()])),
      ])
      for (const transport of Object.values(transports)) transport?.close()
    },
  }
}

type StoredQueues = {
  readonly pool: Pool
  readonly byChannel: Readonly<Record<Channel, ReturnType<typeof startStoredDeliveries> | undefined>>
}

const maxTextLength = 1000

/** Texts as PostgreSQL accepts them. An unusual remark must not stop what tells of it. */
function storable(parameters: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      typeof value === 'string' ? storableText(value, maxTextLength) : value,
    ]),
  )
}

function startStoredQueue(
  pool: Pool,
  channel: Channel,
  transport: Transport | undefined,
  parts: MessagesParts,
) {
  if (transport === undefined) return undefined
  return startStoredDeliveries({
    ...parts,
    pool,
    channel,
    transport,
    render: (message, about) => render(message, about, parts),
    count: (outcome) => parts.metrics?.messages.inc({ channel, outcome }),
  })
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
    render: (message, createdAtMs) => render(message, { id: randomId(parts.random), createdAtMs }, parts),
    clock,
    timers,
    log,
    count: (outcome) => metrics?.messages.inc({ channel, outcome }),
  })
}

function render(
  message: Message,
  { id, createdAtMs }: RenderedAbout,
  { translatorFor, publicUrl }: MessagesParts,
): RenderedMessage {
  const context = { say: translatorFor(message.language), publicUrl, createdAtMs }
  return { id, message, createdAtMs, ...renderMessage(message, context) }
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
