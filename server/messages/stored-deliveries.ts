import type { Channel } from '#core/user/contact.ts'
import { defaultLanguage, languageFromCode } from '#i18n/languages.ts'
import type { DeliveryOutcome } from '#server/messages/delivery-queue.ts'
import { isStoredKind, type Message } from '#server/messages/message.ts'
import {
  type ClaimedMessage,
  claimDue,
  endOutgoing,
  postponeOutgoing,
} from '#server/messages/outgoing-messages-store.ts'
import {
  type DeliveryResult,
  errorCode,
  type RenderedMessage,
  type Transport,
} from '#server/messages/transports/transport.ts'
import { type ClaimLoop, startClaimLoop } from '#server/platform/claim-loop.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { Timers } from '#server/platform/timers.ts'
import type { Pool } from '#server/storage/storage.ts'

export type StoredDeliveriesParts = {
  readonly pool: Pool
  readonly channel: Channel
  readonly transport: Transport
  readonly render: (message: Message, about: RenderedAbout) => RenderedMessage
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  readonly count: (outcome: DeliveryOutcome) => void
}

/** The id and time of a message, the same on every try. */
export type RenderedAbout = Pick<RenderedMessage, 'id' | 'createdAtMs'>

const minute = 60_000
const hour = 60 * minute
/** Delays before the second to the eighth try: about a day in all. */
export const storedRetryDelaysMs = [
  minute,
  5 * minute,
  15 * minute,
  hour,
  3 * hour,
  8 * hour,
  12 * hour,
] as const
const maxTries = storedRetryDelaysMs.length + 1
/** Longer than any attempt of a transport. A message whose process was killed is tried again after this time. */
export const claimMs = 2 * minute
/** Codes use the rest of a transport's connections: their users are waiting. */
const maxParallel = 2

/** Delivers the stored messages of one channel. Several processes may do so: each message is claimed by one of them. */
export function startStoredDeliveries(parts: StoredDeliveriesParts): ClaimLoop {
  const { pool, channel, transport, clock, timers, log, count } = parts

  async function claim(limit: number): Promise<readonly ClaimedMessage[]> {
    const nowMs = clock.now()
    return await claimDue(pool, { channel, limit, nowMs, expiresAtMs: nowMs + claimMs })
  }

  async function attempt(claimed: ClaimedMessage): Promise<void> {
    const { kind, tries } = claimed
    const delivery = await attemptOnce(claimed)
    if (delivery.ok) {
      await endOutgoing(pool, claimed, { state: 'sent', nowMs: clock.now() })
      return count('delivered')
    }
    const { isFinal, why } = delivery
    const retryDelayMs = storedRetryDelaysMs[tries - 1]
    if (isFinal || retryDelayMs === undefined) {
      await endOutgoing(pool, claimed, { state: 'given_up', nowMs: clock.now() })
      log.warn({ channel, kind, tries, why }, 'giving up on a message')
      return count('given_up')
    }
    await postponeOutgoing(pool, claimed, clock.now() + retryDelayMs)
    log.info({ channel, kind, tries, why }, 'a message delivery will be retried')
    count('retried')
  }

  async function attemptOnce(claimed: ClaimedMessage): Promise<DeliveryResult> {
    const message = messageOf(claimed)
    if (message === undefined) return { ok: false, isFinal: true, why: 'unknown kind' }
    // A process was killed during each of its tries.
    if (claimed.tries > maxTries) return { ok: false, isFinal: true, why: 'too many tries' }
    try {
      const rendered = parts.render(message, { id: claimed.deliveryId, createdAtMs: claimed.createdAtMs })
      return await transport.deliver(rendered)
    } catch (fault) {
      return { ok: false, isFinal: false, why: errorCode(fault) }
    }
  }

  return startClaimLoop({
    ...{ timers, parallel: Math.min(maxParallel, transport.concurrency), claim, work: attempt },
    onClaimFault: (fault) => log.warn({ channel, fault }, 'could not read stored messages; trying again'),
    onWorkFault: ({ kind }, fault) =>
      log.warn({ channel, kind, fault }, 'could not record the delivery of a message'),
  })
}

/** Undefined for a kind that this version does not know, after a return to an older one. */
function messageOf({ channel, recipient, language, kind, parameters }: ClaimedMessage): Message | undefined {
  if (!isStoredKind(kind)) return undefined
  const to = { channel, to: recipient, language: languageFromCode(language) ?? defaultLanguage }
  // Written by `enqueue` with the parameters of this kind.
  return { ...parameters, ...to, kind } as Message
}
