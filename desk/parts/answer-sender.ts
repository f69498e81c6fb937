import { type CallFailure, isCallFailure } from '#browser/calls/call-failure.ts'
import { createListeners } from '#browser/live/listeners.ts'
import { fullJitterMs } from '#browser/platform/full-jitter.ts'
import type { CancelTimer, Timers } from '#browser/platform/timers.ts'
import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'
import type { DeskSupportMessage, SupportAnswerInput } from '#contract/desk/support.ts'
import type { Reason } from '#contract/envelope.ts'
import type { DeskCalls } from '#desk/calls/desk-calls.ts'
import { operatorKey } from '#desk/stores/kept-by-key.ts'
import type { Draft, UnsentAnswer, UnsentAnswers } from '#desk/stores/support-answers.ts'

type AnswerSenderParts = {
  readonly answers: UnsentAnswers
  readonly call: DeskCalls['supportAnswer']
  readonly timers: Timers
  readonly random: () => number
  readonly newKey: () => string
  readonly reportError: (error: unknown) => void
}

type Sent = { readonly threadId: number; readonly message: DeskSupportMessage }

/**
 * Sends answers of support. Each is stored before it is sent, and sent again with its key until the server has taken or
 * refused it: a lost connection, a restart of the server or a reload loses none, and repeats none.
 */
export type AnswerSender = {
  readonly answers: UnsentAnswers
  /** `read`: the newest message that the operator has seen. False if too many answers of the thread are waiting. */
  readonly send: (threadId: number, draft: Draft, read: number) => boolean
  /** Takes back a refused answer. */
  readonly remove: (threadId: number, key: string) => void
  /** Tries a refused answer again. */
  readonly retry: (threadId: number, key: string) => void
  /** Keys of the answers whose last try did not reach the server. */
  readonly delayed: ReadableStore<ReadonlySet<string>>
  readonly onSent: (handler: (sent: Sent) => void) => () => void
  /** The operator has signed in, or the page was loaded again. */
  readonly start: (operatorId: number) => void
  /** The connection is back: does not wait for the next try. */
  readonly wake: () => void
  readonly stop: () => void
}

const retryBackoff = { baseMs: 1_000, capMs: 15_000 } as const
export const mostUnsent = 20

type Lane = { failures: number; isSending: boolean; cancelRetry: CancelTimer | undefined }

export function createAnswerSender(parts: AnswerSenderParts): AnswerSender {
  const { answers } = parts
  const delayed = createValueStore<ReadonlySet<string>>(new Set())
  const listeners = createListeners<Sent>(parts.reportError)
  /** By thread. Answers of one thread are sent one after another. */
  let lanes = new Map<number, Lane>()
  let operatorId: number | undefined

  const place = (threadId: number) => operatorKey(operatorId ?? 0, threadId)
  const listOf = (threadId: number) => answers.getSnapshot()[place(threadId)] ?? []
  function setDelayed(key: string, isDelayed: boolean): void {
    if (delayed.getSnapshot().has(key) === isDelayed) return
    const others = [...delayed.getSnapshot()].filter((other) => other !== key)
    delayed.set(new Set(isDelayed ? [...others, key] : others))
  }
  function laneOf(threadId: number): Lane {
    const lane = lanes.get(threadId) ?? { failures: 0, isSending: false, cancelRetry: undefined }
    lanes.set(threadId, lane)
    return lane
  }
  function sendNext(threadId: number): void {
    const lane = laneOf(threadId)
    const next = listOf(threadId).find(({ refusal }) => refusal === undefined)
    if (operatorId === undefined || lane.isSending || next === undefined) return
    lane.cancelRetry?.()
    lane.cancelRetry = undefined
    lane.isSending = true
    send(threadId, next, lane)
      .catch(parts.reportError)
      .finally(() => {
        lane.isSending = false
        if (lane.cancelRetry === undefined && lanes.get(threadId) === lane) sendNext(threadId)
      })
  }
  async function send(threadId: number, next: UnsentAnswer, lane: Lane): Promise<void> {
    const at = place(threadId)
    const settle = (settled: readonly UnsentAnswer[]) => {
      const list = answers.getSnapshot()[at] ?? []
      answers.set(
        at,
        list.flatMap((each) => (each.key === next.key ? settled : [each])),
      )
      setDelayed(next.key, false)
      lane.failures = 0
    }
    try {
      const message = await parts.call(inputOf(threadId, next), next.key)
      settle([])
      listeners.notify({ threadId, message })
    } catch (failure) {
      if (!isCallFailure(failure)) throw failure
      if (isFinal(failure)) settle([{ ...next, refusal: failure.msg }])
      else if (lanes.get(threadId) === lane) tryLater(threadId, next.key, failure)
    }
  }
  function tryLater(threadId: number, key: string, failure: CallFailure): void {
    const lane = laneOf(threadId)
    setDelayed(key, true)
    const waitMs =
      failure.kind === 'tooMany'
        ? failure.retryAfterSeconds * 1_000
        : fullJitterMs(lane.failures, parts.random, retryBackoff)
    lane.failures += 1
    lane.cancelRetry = parts.timers.after(waitMs, () => sendNext(threadId))
  }
  function stop(): void {
    for (const { cancelRetry } of lanes.values()) cancelRetry?.()
    lanes = new Map()
    operatorId = undefined
  }
  return {
    answers,
    delayed,
    send(threadId, draft, read) {
      const list = listOf(threadId)
      if (list.length >= mostUnsent) return false
      answers.set(place(threadId), [...list, { ...draft, key: parts.newKey(), read }])
      sendNext(threadId)
      return true
    },
    remove(threadId, key) {
      answers.set(
        place(threadId),
        listOf(threadId).filter((each) => each.key !== key),
      )
    },
    retry(threadId, key) {
      answers.set(
        place(threadId),
        listOf(threadId).map(({ refusal, ...each }) =>
          each.key === key || refusal === undefined ? each : { ...each, refusal },
        ),
      )
      sendNext(threadId)
    },
    onSent: (handler) => {
      const listener = listeners.add(handler)
      return () => void listener.remove()
    },
    start(id) {
      if (id === operatorId) return
      stop()
      operatorId = id
      for (const at of Object.keys(answers.getSnapshot())) {
        const [owner, threadId] = at.split(':').map(Number)
        if (owner === id && threadId !== undefined) sendNext(threadId)
      }
    },
    wake() {
      for (const [threadId, { cancelRetry }] of lanes) if (cancelRetry !== undefined) sendNext(threadId)
    },
    stop,
  }
}

function inputOf(id: number, { text, pictures, read }: UnsentAnswer): SupportAnswerInput {
  const images = pictures.map(({ name }) => name).join(',')
  return { id, text, read, ...(images === '' ? {} : { images }) }
}

const passingReasons: ReadonlySet<unknown> = new Set<Reason>(['busy', 'outcome_unknown', 'request_timeout'])

/** Whether trying again would change nothing. After an ended session it would, once the operator has signed in. */
function isFinal(failure: CallFailure): failure is Extract<CallFailure, { kind: 'refused' }> {
  return failure.kind === 'refused' && !passingReasons.has(failure.reason)
}
