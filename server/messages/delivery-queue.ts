import type { Channel } from '#core/user/contact.ts'
import type { UnstoredMessage } from '#server/messages/message.ts'
import {
  type DeliveryResult,
  errorCode,
  type RenderedMessage,
  type Transport,
} from '#server/messages/transports/transport.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { CancelTimer, Timers } from '#server/platform/timers.ts'

export type DeliveryQueueParts = {
  readonly channel: Channel
  readonly transport: Transport
  /** Called at the first attempt, not in `send`. */
  readonly render: (message: UnstoredMessage, createdAtMs: number) => RenderedMessage
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  readonly count: (outcome: DeliveryOutcome) => void
}

export type DeliveryOutcome = 'delivered' | 'retried' | 'given_up' | 'too_late' | 'dropped'

type QueuedMessage = {
  readonly message: UnstoredMessage
  readonly createdAtMs: number
  rendered?: RenderedMessage
  tries: number
}

const maxQueued = 1000
/** Delays before the second, third and fourth try. */
const retryDelaysMs = [2000, 10_000, 40_000] as const

/**
 * Delivery queue of one channel with retries. It is in memory only, because codes must not be stored.
 * Logs name the channel and the kind of a message, never its recipient or text.
 */
export function createDeliveryQueue({
  channel,
  transport,
  render,
  clock,
  timers,
  log,
  count,
}: DeliveryQueueParts) {
  const queue: QueuedMessage[] = []
  const retrying = new Map<QueuedMessage, CancelTimer>()
  let inFlight = 0
  let isFull = false
  let isStopping = false
  let onIdle = () => {}

  function send(message: UnstoredMessage): void {
    const wasFull = isFull
    isFull = queue.length + retrying.size + inFlight >= maxQueued
    if (isFull || isStopping) {
      count('dropped')
      // Logged once, not for each dropped message.
      if (isFull && !wasFull) log.error({ channel }, 'messages are dropped: too many are queued')
      return
    }
    queue.push({ message, createdAtMs: clock.now(), tries: 0 })
    timers.soon(startNext)
  }

  function startNext(): void {
    while (inFlight < transport.concurrency) {
      const next = queue.shift()
      if (next === undefined) break
      inFlight += 1
      void attempt(next).finally(() => {
        inFlight -= 1
        startNext()
      })
    }
    if (inFlight === 0 && queue.length === 0) onIdle()
  }

  async function attempt(queued: QueuedMessage): Promise<void> {
    const { message } = queued
    if (isExpired(queued, clock.now())) return giveUp(queued, 'too_late', 'the code has expired')
    queued.tries += 1
    const delivery = await attemptOnce(queued)
    if (delivery.ok) return count('delivered')
    const { isFinal, why } = delivery
    const retryDelayMs = retryDelaysMs[queued.tries - 1]
    if (isFinal || retryDelayMs === undefined || isStopping) return giveUp(queued, 'given_up', why)
    count('retried')
    log.info({ channel, kind: message.kind, tries: queued.tries, why }, 'a message delivery will be retried')
    retrying.set(
      queued,
      timers.after(retryDelayMs, () => resume(queued)),
    )
  }

  async function attemptOnce(queued: QueuedMessage): Promise<DeliveryResult> {
    try {
      queued.rendered ??= render(queued.message, queued.createdAtMs)
      return await transport.deliver(queued.rendered)
    } catch (fault) {
      return { ok: false, isFinal: false, why: errorCode(fault) }
    }
  }

  function resume(queued: QueuedMessage): void {
    retrying.delete(queued)
    queue.push(queued)
    startNext()
  }

  function giveUp({ message, tries }: QueuedMessage, outcome: DeliveryOutcome, why: string): void {
    count(outcome)
    log.warn({ channel, kind: message.kind, tries, why }, 'giving up on a message')
  }

  /**
   * Waits at most `withinMs` for running and queued deliveries, then drops those still queued. Deliveries waiting for a
   * retry are dropped at once. The caller closes the transport.
   */
  async function stop(withinMs: number): Promise<void> {
    isStopping = true
    for (const [queued, cancel] of retrying) {
      cancel()
      giveUp(queued, 'given_up', 'the server stops')
    }
    retrying.clear()
    await idleWithin(withinMs)
    for (const queued of queue.splice(0)) giveUp(queued, 'given_up', 'the server stops')
  }

  async function idleWithin(withinMs: number): Promise<void> {
    if (inFlight === 0 && queue.length === 0) return
    await new Promise<void>((resolve) => {
      const cancel = timers.after(withinMs, resolve)
      onIdle = () => {
        cancel()
        resolve()
      }
    })
  }

  return { send, stop }
}

function isExpired({ message, createdAtMs }: QueuedMessage, nowMs: number): boolean {
  return 'validMinutes' in message && nowMs - createdAtMs >= message.validMinutes * 60_000
}
