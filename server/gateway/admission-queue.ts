import type { Clock } from '#server/platform/clock.ts'
import type { Timers } from '#server/platform/timers.ts'

export type AdmissionLimits = {
  /** Calls between admission and their outcome. Bounds the work that a close finds ahead of it. */
  readonly maxRunning: number
  /** Calls admitted in one turn of the event loop. New connections and answers are handled between turns. */
  readonly maxPerTurn: number
  readonly maxWaiting: number
  readonly maxWaitMs: number
}

/**
 * The engine commits a few hundred orders in one batch as fast as many. Calls that reduce risk do not wait here, so
 * only the engine's own bound of 20,000 applies to them.
 */
export const admissionLimits: AdmissionLimits = {
  maxRunning: 512,
  maxPerTurn: 64,
  maxWaiting: 4_000,
  maxWaitMs: 3_000,
}

export type AdmissionQueue = {
  /**
   * Resolves when the call may proceed. Undefined if it must be refused. Enter when the whole request has arrived, and leave before the answer is sent: a place must never wait for a client.
   */
  readonly enter: (response: Response) => Promise<Turn | undefined>
}

export type Turn = {
  readonly waitedMs: number
  /** Frees the place. */
  readonly leave: () => void
}

/** The part of a response that tells that its connection broke. */
type Response = { readonly once: (event: 'close', listener: () => void) => unknown }

type AdmissionParts = {
  readonly limits: AdmissionLimits
  readonly timers: Timers
  readonly clock: Pick<Clock, 'elapsed'>
}

type Place = {
  readonly sinceMs: number
  readonly decide: (turn: Turn | undefined) => void
  isRunning: boolean
}

/**
 * Lets calls that may add risk proceed a few at a time, in order. Without it, the engine would get a whole burst of orders
 * before a close that arrives right after it.
 */
export function createAdmissionQueue({ limits, timers, clock }: AdmissionParts): AdmissionQueue {
  const waiting: Place[] = []
  let running = 0
  let admittedThisTurn = 0
  let isTurnScheduled = false
  let isExpiryScheduled = false

  const hasRoom = () => running < limits.maxRunning && admittedThisTurn < limits.maxPerTurn

  function admit(place: Place): void {
    place.isRunning = true
    running += 1
    admittedThisTurn += 1
    place.decide({ waitedMs: clock.elapsed() - place.sinceMs, leave: () => leave(place) })
    if (isTurnScheduled) return
    isTurnScheduled = true
    timers.soon(startTurn)
  }
  function startTurn(): void {
    isTurnScheduled = false
    admittedThisTurn = 0
    admitWaiting()
  }
  function admitWaiting(): void {
    while (hasRoom()) {
      const next = waiting.shift()
      if (next === undefined) return
      admit(next)
    }
  }
  function leave(place: Place): void {
    if (!place.isRunning) return
    place.isRunning = false
    running -= 1
    admitWaiting()
  }
  /** A call whose client has gone while it waited is not admitted any more. */
  function stopWaiting(place: Place): void {
    const position = waiting.indexOf(place)
    if (position === -1) return
    waiting.splice(position, 1)
    place.decide(undefined)
  }
  /** Refuses the calls that have waited too long. The first is the oldest. */
  function expire(): void {
    isExpiryScheduled = false
    const sinceMs = clock.elapsed() - limits.maxWaitMs
    while (waiting[0] !== undefined && waiting[0].sinceMs <= sinceMs) waiting.shift()?.decide(undefined)
    if (waiting[0] !== undefined) scheduleExpiry(waiting[0].sinceMs)
  }
  function scheduleExpiry(sinceMs: number): void {
    if (isExpiryScheduled) return
    isExpiryScheduled = true
    timers.after(sinceMs + limits.maxWaitMs - clock.elapsed(), expire)
  }
  return {
    enter(response) {
      if (waiting.length >= limits.maxWaiting) return refusedAtOnce
      const { promise, resolve } = Promise.withResolvers<Turn | undefined>()
      const place = { sinceMs: clock.elapsed(), decide: resolve, isRunning: false }
      if (waiting.length === 0 && hasRoom()) {
        admit(place)
      } else {
        waiting.push(place)
        response.once('close', () => stopWaiting(place))
        scheduleExpiry(place.sinceMs)
      }
      return promise
    },
  }
}

const refusedAtOnce = Promise.resolve(undefined)
