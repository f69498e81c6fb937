import type { Channel } from '#core/account/contact.ts'
import type { Message } from '#server/messages/message.ts'
import { type Carrier, type Delivery, faultName, type Letter } from '#server/messages/transports/transport.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { CancelTimer, Timers } from '#server/platform/timers.ts'

export type DispatchParts = {
  readonly channel: Channel
  readonly carrier: Carrier
  /** Called when its turn has come, never while its sender waits. */
  readonly letterOf: (message: Message, createdAtMs: number) => Letter
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  readonly count: (outcome: DispatchOutcome) => void
}

export type DispatchOutcome = 'delivered' | 'retried' | 'given_up' | 'too_late' | 'dropped'

type Waiting = { readonly message: Message; readonly createdAtMs: number; letter?: Letter; tries: number }

const mostHeld = 1000
/** Before the second, third and fourth try. */
const pausesMs = [2000, 10_000, 40_000] as const

/**
 * The queue of one channel, in memory only: a code must not be stored. What is logged says the channel and the kind of
 * a message, never whom it was for or what it said.
 */
export function createDispatch({ channel, carrier, letterOf, clock, timers, log, count }: DispatchParts) {
  const queue: Waiting[] = []
  const pausing = new Map<Waiting, CancelTimer>()
  let underWay = 0
  let isFull = false
  let isStopping = false
  let onQuiet = () => {}

  function send(message: Message): void {
    const wasFull = isFull
    isFull = queue.length + pausing.size + underWay >= mostHeld
    if (isFull || isStopping) {
      count('dropped')
      // A flood is told of once, not once for each message.
      if (isFull && !wasFull) log.error({ channel }, 'messages are dropped: too many are waiting')
      return
    }
    queue.push({ message, createdAtMs: clock.now(), tries: 0 })
    timers.soon(takeNext)
  }

  function takeNext(): void {
    while (underWay < carrier.atOnce) {
      const next = queue.shift()
      if (next === undefined) break
      underWay += 1
      void attempt(next).finally(() => {
        underWay -= 1
        takeNext()
      })
    }
    if (underWay === 0 && queue.length === 0) onQuiet()
  }

  async function attempt(waiting: Waiting): Promise<void> {
    const { message } = waiting
    if (isTooLate(waiting, clock.now())) return giveUp(waiting, 'too_late', 'the code has expired')
    waiting.tries += 1
    const delivery = await tryOnce(waiting)
    if (delivery.ok) return count('delivered')
    const { isFinal, why } = delivery
    const pauseMs = pausesMs[waiting.tries - 1]
    if (isFinal || pauseMs === undefined || isStopping) return giveUp(waiting, 'given_up', why)
    count('retried')
    log.info({ channel, kind: message.kind, tries: waiting.tries, why }, 'a message will be tried again')
    pausing.set(
      waiting,
      timers.after(pauseMs, () => resume(waiting)),
    )
  }

  async function tryOnce(waiting: Waiting): Promise<Delivery> {
    try {
      waiting.letter ??= letterOf(waiting.message, waiting.createdAtMs)
      return await carrier.deliver(waiting.letter)
    } catch (fault) {
      return { ok: false, isFinal: false, why: faultName(fault) }
    }
  }

  function resume(waiting: Waiting): void {
    pausing.delete(waiting)
    queue.push(waiting)
    takeNext()
  }

  function giveUp({ message, tries }: Waiting, outcome: DispatchOutcome, why: string): void {
    count(outcome)
    log.warn({ channel, kind: message.kind, tries, why }, 'a message was given up')
  }

  /** What has begun or waits for its first try gets the time; what pauses between tries is given up. */
  async function stop(withinMs: number): Promise<void> {
    isStopping = true
    for (const [waiting, cancel] of pausing) {
      cancel()
      giveUp(waiting, 'given_up', 'the server stops')
    }
    pausing.clear()
    await quietWithin(withinMs)
    for (const waiting of queue.splice(0)) giveUp(waiting, 'given_up', 'the server stops')
    carrier.close()
  }

  async function quietWithin(withinMs: number): Promise<void> {
    if (underWay === 0 && queue.length === 0) return
    await new Promise<void>((resolve) => {
      const cancel = timers.after(withinMs, resolve)
      onQuiet = () => {
        cancel()
        resolve()
      }
    })
  }

  return { send, stop }
}

function isTooLate({ message, createdAtMs }: Waiting, nowMs: number): boolean {
  return 'validMinutes' in message && nowMs - createdAtMs >= message.validMinutes * 60_000
}
