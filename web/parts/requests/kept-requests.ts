import { type CallFailure, isCallFailure } from '#browser/calls/call-failure.ts'
import type { Call } from '#browser/calls/call-request.ts'
import { isRecord, parseRecord } from '#browser/platform/parse-record.ts'
import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'
import { storedText, type TextStorage } from '#browser/storage/stored-text.ts'
import type { Reason } from '#contract/envelope.ts'

/** A request without its code. A code is typed for one sending and must not stay on the device. */
type StoredInput<Input> = Input extends unknown ? Omit<Input, 'auth_code'> : never

type KindOf<Inputs> = keyof Inputs & string

/** A request whose outcome is not known yet. `Inputs` has the input of each kind. */
export type KeptRequest<Inputs> = {
  readonly key: string
  readonly userId: number
  readonly sentAtMs: number
  readonly kind: KindOf<Inputs>
  readonly input: StoredInput<Inputs[KindOf<Inputs>]>
  /** Currency of the amount, for display. Empty if the request has no amount. */
  readonly currency: string
  /** How often it was sent, in all tabs. */
  readonly sends: number
  /** The server had no record of it and asked for a code. An equal request goes under the same key. */
  readonly isAbsent?: true
}

export type RequestOutcome<Answer> =
  | { readonly kind: 'done'; readonly answer: Answer }
  /** Nothing was done. */
  | { readonly kind: 'refused'; readonly failure: CallFailure }
  /** The server may have recorded the request, now or before. */
  | { readonly kind: 'unknown'; readonly failure: CallFailure }

type Request<Inputs, Kind extends KindOf<Inputs>> = {
  readonly kind: Kind
  readonly input: Inputs[Kind]
  readonly userId: number
  readonly currency: string
}

export type KeptRequests<Inputs, Answers extends Readonly<Record<KindOf<Inputs>, unknown>>> = {
  /** Sent requests without an outcome, of every user of this browser, oldest first. Not those on their way now. */
  readonly unconfirmed: ReadableStore<readonly KeptRequest<Inputs>[]>
  /** Sends a request. An equal one without an outcome is sent again under its own key, so it is recorded once. */
  readonly submit: <Kind extends KindOf<Inputs>>(
    request: Request<Inputs, Kind>,
  ) => Promise<RequestOutcome<Answers[Kind]>>
  /** Sends a stored request again, without a code: the server needs none if it has recorded the request. */
  readonly repeat: (sent: KeptRequest<Inputs>) => Promise<RequestOutcome<Answers[KindOf<Inputs>]>>
  readonly forget: (key: string) => void
}

export type KeptRequestsParts = {
  readonly call: Call
  readonly storage: TextStorage | undefined
  readonly newKey: () => string
  readonly now: () => number
  /** Another tab or a logout has changed the storage. */
  readonly onStorageChange: (handler: () => void) => void
}

/** What requests of one subject are: how they are stored and sent, and what their refusals mean. */
type Subject<Inputs, Answers extends Readonly<Record<KindOf<Inputs>, unknown>>> = {
  /** The prefix of the storage items. */
  readonly keyPrefix: string
  readonly kinds: readonly KindOf<Inputs>[]
  readonly send: <Kind extends KindOf<Inputs>>(
    call: Call,
    kind: Kind,
    input: Inputs[Kind],
    key: string,
  ) => Promise<Answers[Kind]>
  /** Refusals that the server gives only after it has looked for a record under the key, and found none or a void one. */
  readonly reasonsAfterLookup: ReadonlySet<Reason>
}

/** The limit for all users together. Beyond it the oldest requests are dropped. */
const maxRequests = 20
/** The user has looked at the records by then. */
const maxAgeMs = 24 * 60 * 60_000
/** A complaint of 4,000 characters, each escaped. */
const maxTextLength = 30_000

/** Stores each request before it is sent, so that neither a lost answer nor a reload sends it under a second key. */
export function createKeptRequests<Inputs, Answers extends Readonly<Record<KindOf<Inputs>, unknown>>>(
  { keyPrefix, kinds, send: sendCall, reasonsAfterLookup }: Subject<Inputs, Answers>,
  parts: KeptRequestsParts,
): KeptRequests<Inputs, Answers> {
  type Sent = KeptRequest<Inputs>
  type Outcome = RequestOutcome<Answers[KindOf<Inputs>]>
  const { call, newKey, now } = parts
  const stored = createRequestStorage<Inputs>(parts.storage, keyPrefix, kinds)
  const unconfirmed = createValueStore<readonly Sent[]>([])
  const onTheWay = new Set<string>()

  function all(): readonly Sent[] {
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
  async function send(request: Sent, code?: string): Promise<Outcome> {
    const { isAbsent: _, ...sent } = { ...request, sends: sendsOf(request) + 1 }
    for (const { key } of all().slice(0, -(maxRequests - 1))) stored.remove(key)
    onTheWay.add(sent.key)
    stored.save(sent)
    update()
    const input = { ...sent.input, ...(code === undefined ? {} : { auth_code: code }) }
    try {
      // The input has the type of its kind. The compiler cannot express that.
      const answer = await sendCall(call, sent.kind, input as Inputs[KindOf<Inputs>], sent.key)
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
  function sendsOf({ key, sends }: Sent): number {
    return Math.max(sends, stored.find(key)?.sends ?? 0)
  }
  function handleFailure(sent: Sent, failure: CallFailure): Outcome {
    const meaning = meaningOf(failure, sendsOf(sent) === 1, reasonsAfterLookup)
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
    async submit<Kind extends KindOf<Inputs>>({ input: typed, ...request }: Request<Inputs, Kind>) {
      const { auth_code, ...input } = typed as Inputs[Kind] & { readonly auth_code?: string }
      const next = { ...request, input: input as unknown as Sent['input'] }
      const equal = all().find((sent) => isEqual(sent, next))
      const sent = equal ?? { ...next, key: newKey(), sentAtMs: now(), sends: 0 }
      // The answer has the type of its kind. The compiler cannot express that.
      return (await send(sent, auth_code)) as RequestOutcome<Answers[Kind]>
    },
  }
}

/** The same request is sent again as soon as the user has typed another code. */
const codeReasons: ReadonlySet<Reason> = new Set(['code_required', 'wrong_code'])

/** An earlier send under the same key may have been recorded, even if this one was refused before the lookup. */
function meaningOf(
  failure: CallFailure,
  isFirst: boolean,
  reasonsAfterLookup: ReadonlySet<Reason>,
): 'nothing_done' | 'absent' | 'unknown' {
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

type Comparable = { readonly kind: string; readonly userId: number; readonly input: object }

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

function createRequestStorage<Inputs>(
  storage: TextStorage | undefined,
  keyPrefix: string,
  kinds: readonly string[],
) {
  type Sent = KeptRequest<Inputs>
  /** Requests that the storage refused, as in a private window. They last as long as the page. */
  const unstored = new Map<string, Sent>()

  function names(): readonly string[] {
    try {
      return Object.keys(storage ?? {}).filter((name) => name.startsWith(keyPrefix))
    } catch {
      // Storage that throws counts as empty.
      return []
    }
  }
  /** Removes what it cannot read: an earlier version of the app kept codes as well. */
  function read(name: string): readonly Sent[] {
    const stored = storedText(storage, name)
    const sent = parseKeptRequest<Inputs>(stored.read() ?? '', kinds)
    if (sent !== undefined && name === keyPrefix + sent.key) return [sent]
    stored.write(undefined)
    return []
  }
  return {
    find: (key: string): Sent | undefined => read(keyPrefix + key)[0] ?? unstored.get(key),
    all: (): readonly Sent[] =>
      [...names().flatMap(read), ...unstored.values()].toSorted(
        (one, other) => one.sentAtMs - other.sentAtMs,
      ),
    remove(key: string): void {
      unstored.delete(key)
      try {
        storage?.removeItem(keyPrefix + key)
      } catch {
        // Storage that throws has nothing to remove.
      }
    },
    save(sent: Sent): void {
      try {
        if (storage === undefined) unstored.set(sent.key, sent)
        else storage.setItem(keyPrefix + sent.key, JSON.stringify(sent))
      } catch {
        unstored.set(sent.key, sent)
      }
    },
  }
}

/** Undefined for text that this app did not write, or that was cut short. */
function parseKeptRequest<Inputs>(text: string, kinds: readonly string[]): KeptRequest<Inputs> | undefined {
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
  return isWhole ? (parsed as KeptRequest<Inputs>) : undefined
}
