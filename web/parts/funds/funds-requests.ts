import { type CallFailure, isCallFailure } from '#browser/calls/call-failure.ts'
import type { Call } from '#browser/calls/call-request.ts'
import { isRecord, parseRecord } from '#browser/platform/parse-record.ts'
import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'
import { storedText, type TextStorage } from '#browser/storage/stored-text.ts'
import type { Reason } from '#contract/envelope.ts'
import {
  type FundsAnswers,
  type FundsInputs,
  type FundsRequestKind,
  sendFundsRequest,
} from '#web/calls/funds.ts'
import { requestKeyPrefix } from '#web/parts/funds/forget-requests.ts'

/** A request without its code. A code is typed for one sending and must not stay on the device. */
type StoredInput<Input> = Input extends unknown ? Omit<Input, 'auth_code'> : never

/** A request whose outcome is not known yet. */
export type SentRequest = {
  readonly key: string
  readonly userId: number
  readonly sentAtMs: number
  readonly kind: FundsRequestKind
  readonly input: StoredInput<FundsInputs[FundsRequestKind]>
  /** Currency of the amount, for display. */
  readonly currency: string
  /** How often it was sent, in all tabs. */
  readonly sends: number
  /** The server had no record of it and asked for a code. An equal request goes under the same key. */
  readonly isAbsent?: true
}

export type FundsOutcome<Kind extends FundsRequestKind> =
  | { readonly kind: 'done'; readonly answer: FundsAnswers[Kind] }
  /** Nothing was done. */
  | { readonly kind: 'refused'; readonly failure: CallFailure }
  /** The server may have recorded the request, now or before. */
  | { readonly kind: 'unknown'; readonly failure: CallFailure }

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
  /** Sends a stored request again, without a code: the server needs none if it has recorded the request. */
  readonly repeat: (sent: SentRequest) => Promise<FundsOutcome<FundsRequestKind>>
  readonly forget: (key: string) => void
}

type Parts = {
  readonly call: Call
  readonly storage: TextStorage | undefined
  readonly newKey: () => string
  readonly now: () => number
  /** Another tab or a logout has changed the storage. */
  readonly onStorageChange: (handler: () => void) => void
}

/** The limit for all users together. Beyond it the oldest requests are dropped. */
const maxRequests = 20
/** The user has looked at the records by then. */
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
    const next = all().filter(({ key, isAbsent }) => !onTheWay.has(key) && isAbsent !== true)
    if (JSON.stringify(next) !== JSON.stringify(unconfirmed.getSnapshot())) unconfirmed.set(next)
  }
  function forget(key: string): void {
    stored.remove(key)
    update()
  }
  async function send(request: SentRequest, code?: string): Promise<FundsOutcome<FundsRequestKind>> {
    const { isAbsent: _, ...sent } = { ...request, sends: sendsOf(request) + 1 }
    for (const { key } of all().slice(0, -(maxRequests - 1))) stored.remove(key)
    onTheWay.add(sent.key)
    stored.save(sent)
    update()
    const input = { ...sent.input, ...(code === undefined ? {} : { auth_code: code }) }
    try {
      // The input has the type of its kind. The compiler cannot express that.
      const answer = await sendFundsRequest(call, sent.kind, input as FundsInputs[FundsRequestKind], sent.key)
      stored.remove(sent.key)
      return { kind: 'done', answer }
    } catch (failure) {
      if (!isCallFailure(failure)) throw failure
      return handleFailure(sent, failure)
    } finally {
      onTheWay.delete(sent.key)
      update()
    }
  }
  /** Another tab may have sent it meanwhile. */
  function sendsOf({ key, sends }: SentRequest): number {
    return Math.max(sends, stored.find(key)?.sends ?? 0)
  }
  function handleFailure(sent: SentRequest, failure: CallFailure): FundsOutcome<FundsRequestKind> {
    const meaning = meaningOf(failure, sendsOf(sent) === 1)
    if (meaning === 'unknown') return { kind: 'unknown', failure }
    if (meaning === 'nothing_done') stored.remove(sent.key)
    // A logout may have removed it.
    else if (stored.find(sent.key) !== undefined) stored.save({ ...sent, isAbsent: true })
    return { kind: 'refused', failure }
  }
  parts.onStorageChange(update)
  update()
  return {
    unconfirmed,
    forget,
    repeat: (sent) => send(sent),
    async submit<Kind extends FundsRequestKind>({ input: typed, ...request }: Request<Kind>) {
      const { auth_code, ...input }: FundsInputs[Kind] & { readonly auth_code?: string } = typed
      const next = { ...request, input: input as unknown as SentRequest['input'] }
      const equal = all().find((sent) => isEqual(sent, next))
      const sent = equal ?? { ...next, key: newKey(), sentAtMs: now(), sends: 0 }
      // The answer has the type of its kind. The compiler cannot express that.
      return (await send(sent, auth_code)) as FundsOutcome<Kind>
    },
  }
}

/** Refusals that the server gives only after it has looked for a record under the key, and found none or a void one. */
const reasonsAfterLookup: ReadonlySet<Reason> = new Set([
  'not_verified',
  'no_pay_way',
  'currency_off',
  'terms_changed',
  'amount_too_small',
  'amount_too_large',
  'payout_too_small',
  'insufficient_balance',
  'stale_price',
  'records_limit',
  'image_unknown',
  'invalid_address',
  'invalid_iban',
  'invalid_swift',
  'method_exists',
  'methods_limit',
  'method_unknown',
  'method_not_usable',
])

/** The same request is sent again as soon as the user has typed another code. */
const codeReasons: ReadonlySet<Reason> = new Set(['code_required', 'wrong_code'])

/** An earlier sending under the same key may have been recorded, even if this one was turned away at the door. */
function meaningOf(failure: CallFailure, isFirst: boolean): 'nothing_done' | 'absent' | 'unknown' {
  if (failure.kind === 'sessionInvalid' || failure.kind === 'tooMany')
    return isFirst ? 'nothing_done' : 'unknown'
  if (failure.kind !== 'refused') return 'unknown'
  const { reason } = failure
  // The request may have been taken by this very call.
  if (reason === 'outcome_unknown' || reason === 'busy') return 'unknown'
  if (isFirst) return 'nothing_done'
  if (reason === undefined) return 'unknown'
  if (codeReasons.has(reason)) return 'absent'
  return reasonsAfterLookup.has(reason) ? 'nothing_done' : 'unknown'
}

type Comparable = Pick<SentRequest, 'kind' | 'userId' | 'input'>

function isEqual(one: Comparable, other: Comparable): boolean {
  const text = ({ kind, userId, input }: Comparable) =>
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
  /** Removes what it cannot read: an earlier version of the app kept codes as well. */
  function read(name: string): readonly SentRequest[] {
    const stored = storedText(storage, name)
    const sent = parseSentRequest(stored.read() ?? '')
    if (sent !== undefined && name === requestKeyPrefix + sent.key) return [sent]
    stored.write(undefined)
    return []
  }
  return {
    find: (key: string): SentRequest | undefined => read(requestKeyPrefix + key)[0] ?? unstored.get(key),
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
  const { key, userId, sentAtMs, kind, input, currency, sends } = parsed
  const isWhole =
    typeof key === 'string' &&
    /^[\w.:-]{8,128}$/.test(key) &&
    typeof userId === 'number' &&
    typeof sentAtMs === 'number' &&
    typeof kind === 'string' &&
    kinds.includes(kind) &&
    isRecord(input) &&
    !('auth_code' in input) &&
    typeof currency === 'string' &&
    typeof sends === 'number'
  return isWhole ? (parsed as SentRequest) : undefined
}
