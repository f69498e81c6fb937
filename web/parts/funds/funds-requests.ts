import { type CallFailure, isCallFailure } from '#browser/calls/call-failure.ts'
import type { Call } from '#browser/calls/call-request.ts'
import { isRecord, parseRecord } from '#browser/platform/parse-record.ts'
import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'
import type { TextStorage } from '#browser/storage/stored-text.ts'
import {
  type FundsAnswers,
  type FundsInputs,
  type FundsRequestKind,
  sendFundsRequest,
} from '#web/calls/funds.ts'

/** A request whose outcome is not known yet. */
export type SentRequest = {
  readonly key: string
  readonly userId: number
  readonly sentAtMs: number
  readonly kind: FundsRequestKind
  readonly input: FundsInputs[FundsRequestKind]
  /** Currency of the amount, for display. */
  readonly currency: string
}

export type FundsOutcome<Kind extends FundsRequestKind> =
  | { readonly kind: 'done'; readonly answer: FundsAnswers[Kind] }
  /** Nothing was done. */
  | { readonly kind: 'refused'; readonly failure: CallFailure }
  /** The server may have recorded the request. */
  | { readonly kind: 'unknown' }

type Request<Kind extends FundsRequestKind> = {
  readonly kind: Kind
  readonly input: FundsInputs[Kind]
  readonly userId: number
  readonly currency: string
}

export type FundsRequests = {
  /** Sent requests without an outcome, of every user of this browser, oldest first. Not those on their way now. */
  readonly unconfirmed: ReadableStore<readonly SentRequest[]>
  /** Sends a request. An equal one without an outcome is sent again under its own key, so it is recorded once. */
  readonly submit: <Kind extends FundsRequestKind>(request: Request<Kind>) => Promise<FundsOutcome<Kind>>
  /** Sends a stored request again, unchanged. */
  readonly repeat: (sent: SentRequest) => Promise<FundsOutcome<FundsRequestKind>>
  readonly forget: (key: string) => void
}

type Parts = {
  readonly call: Call
  readonly storage: TextStorage | undefined
  readonly newKey: () => string
  readonly now: () => number
  /** Another tab has changed the storage. */
  readonly onStorageChange: (handler: () => void) => void
}

/** One storage item per request, so that two tabs writing at the same time cannot overwrite each other. */
export const requestKeyPrefix = 'openlot.funds.'

/** The limit for all users together. Beyond it the oldest requests are dropped. */
const maxRequests = 20
/** The code in a request is worthless by then, and the user has looked at the records. */
const maxAgeMs = 24 * 60 * 60_000
const maxTextLength = 4_000

/** Stores each request before it is sent, so that neither a lost answer nor a reload sends it under a second key. */
export function createFundsRequests(parts: Parts): FundsRequests {
  const { call, newKey, now } = parts
  const stored = createRequestStorage(parts.storage)
  const unconfirmed = createValueStore<readonly SentRequest[]>([])
  const onTheWay = new Set<string>()

  function all(): readonly SentRequest[] {
    for (const { key, sentAtMs } of stored.all())
      if (now() - sentAtMs > maxAgeMs || sentAtMs - now() > maxAgeMs) stored.remove(key)
    return stored.all()
  }
  function update(): void {
    const next = all().filter(({ key }) => !onTheWay.has(key))
    if (JSON.stringify(next) !== JSON.stringify(unconfirmed.getSnapshot())) unconfirmed.set(next)
  }
  function forget(key: string): void {
    stored.remove(key)
    update()
  }
  async function send(sent: SentRequest): Promise<FundsOutcome<FundsRequestKind>> {
    for (const { key } of all().slice(0, -(maxRequests - 1))) stored.remove(key)
    onTheWay.add(sent.key)
    stored.save(sent)
    update()
    try {
      const answer = await sendFundsRequest(call, sent.kind, sent.input, sent.key)
      stored.remove(sent.key)
      return { kind: 'done', answer }
    } catch (failure) {
      if (!isCallFailure(failure)) throw failure
      if (!isSettled(failure)) return { kind: 'unknown' }
      stored.remove(sent.key)
      return { kind: 'refused', failure }
    } finally {
      onTheWay.delete(sent.key)
      update()
    }
  }
  parts.onStorageChange(update)
  update()
  return {
    unconfirmed,
    forget,
    repeat: send,
    async submit<Kind extends FundsRequestKind>(request: Request<Kind>) {
      const equal = all().find((sent) => isEqual(sent, request))
      const sent = equal ?? { ...request, key: newKey(), sentAtMs: now() }
      // The answer has the type of its kind. The compiler cannot express that.
      return (await send(sent)) as FundsOutcome<Kind>
    },
  }
}

/** Whether the server has certainly decided. `busy` is not: the request may have been taken before. */
function isSettled(failure: CallFailure): boolean {
  if (failure.kind === 'sessionInvalid' || failure.kind === 'tooMany') return true
  return failure.kind === 'refused' && failure.reason !== 'outcome_unknown' && failure.reason !== 'busy'
}

function isEqual(one: Request<FundsRequestKind>, other: Request<FundsRequestKind>): boolean {
  const text = ({ kind, userId, input }: Request<FundsRequestKind>) =>
    JSON.stringify([
      kind,
      userId,
      Object.entries(input)
        .filter(([, value]) => value !== undefined)
        .sort(),
    ])
  return text(one) === text(other)
}

function createRequestStorage(storage: TextStorage | undefined) {
  /** Requests that the storage refused, as in a private window. They last as long as the page. */
  const unstored = new Map<string, SentRequest>()

  function names(): readonly string[] {
    try {
      return Object.keys(storage ?? {}).filter((name) => name.startsWith(requestKeyPrefix))
    } catch {
      // Storage that throws counts as empty.
      return []
    }
  }
  function read(name: string): readonly SentRequest[] {
    const sent = parseSentRequest(storage?.getItem(name) ?? '')
    return sent !== undefined && name === requestKeyPrefix + sent.key ? [sent] : []
  }
  return {
    all: (): readonly SentRequest[] =>
      [...names().flatMap(read), ...unstored.values()].toSorted(
        (one, other) => one.sentAtMs - other.sentAtMs,
      ),
    remove(key: string): void {
      unstored.delete(key)
      try {
        storage?.removeItem(requestKeyPrefix + key)
      } catch {
        // Storage that throws has nothing to remove.
      }
    },
    save(sent: SentRequest): void {
      try {
        if (storage === undefined) unstored.set(sent.key, sent)
        else storage.setItem(requestKeyPrefix + sent.key, JSON.stringify(sent))
      } catch {
        unstored.set(sent.key, sent)
      }
    },
  }
}

const kinds: readonly string[] = [
  'coin_deposit',
  'wire_deposit',
  'withdrawal',
  'payout_method',
] satisfies readonly FundsRequestKind[]

/** Undefined for text that this app did not write, or that was cut short. */
function parseSentRequest(text: string): SentRequest | undefined {
  const parsed = (text.length <= maxTextLength ? parseRecord(text) : undefined) ?? {}
  const { key, userId, sentAtMs, kind, input, currency } = parsed
  const isWhole =
    typeof key === 'string' &&
    /^[\w.:-]{8,128}$/.test(key) &&
    typeof userId === 'number' &&
    typeof sentAtMs === 'number' &&
    typeof kind === 'string' &&
    kinds.includes(kind) &&
    isRecord(input) &&
    typeof currency === 'string'
  return isWhole ? (parsed as SentRequest) : undefined
}
