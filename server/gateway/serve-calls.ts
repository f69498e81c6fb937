import { createHash, hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Call, type Verb, verbsOf } from '#contract/call.ts'
import {
  readIdempotencyKey,
  readStatedLanguage,
  readThreadToken,
  readToken,
  threadHeader,
} from '#contract/headers.ts'
import { type Outcome, refused } from '#contract/outcome.ts'
import { defaultLanguage } from '#i18n/languages.ts'
import type { CommandKey, Engine } from '#server/engine/engine.ts'
import { type AccountLimits, createAccountLimiter } from '#server/gateway/account-limits.ts'
import type { AdmissionQueue } from '#server/gateway/admission-queue.ts'
import { type AdmitUpload, createUploadAdmission } from '#server/gateway/admit-upload.ts'
import { schemaOf } from '#server/gateway/call-schema.ts'
import { type CountryOf, limitKeyOf } from '#server/gateway/client-address.ts'
import { createFieldReader } from '#server/gateway/read-fields.ts'
import { largestFileFormBytes, readMultipart } from '#server/gateway/read-multipart.ts'
import type { Admitted, Caller, FileAnswer, Prepared, ReceivedFile, Route } from '#server/gateway/route.ts'
import { sendAnswer, sendEnvelope } from '#server/gateway/send-envelope.ts'
import type { IdempotentCall, RunOnce } from '#server/idempotency/idempotency.ts'
import { bytesPerTurn, nextTurn } from '#server/platform/timers.ts'
import type { TranslatorFor } from '#server/platform/translators.ts'

/** A text of 40,000 characters in any script, with everything escaped that JSON escapes often. */
const largeBodyBytes = 512 * 1024

type CallParts = {
  readonly translatorFor: TranslatorFor
  /** Keeps the outcome of an idempotency key, so that a repeat changes nothing. */
  readonly runOnce: RunOnce
  readonly countryOf: CountryOf
  /** Undefined without limits. */
  readonly accountLimits?: AccountLimits | undefined
  /** Queue of calls that add risk; undefined lets all proceed at once. */
  readonly openings?: AdmissionQueue | undefined
  /** Whether an earlier call of the user may have used this idempotency key. */
  readonly mayHaveUsed?: Engine['mayHaveUsed'] | undefined
}

/** Registers each call on all its verbs. A request is authorised first, then validated, then answered. */
export function serveCalls(app: FastifyInstance, parts: CallParts, routes: readonly Route[]): void {
  const admitUpload = createUploadAdmission()
  const limiter = createAccountLimiter(parts.accountLimits)
  for (const route of routes) {
    for (const verb of verbsOf(route.call)) serveCall(app, { ...parts, admitUpload, limiter }, route, verb)
  }
}

type Parts = CallParts & {
  readonly admitUpload: AdmitUpload
  readonly limiter: ReturnType<typeof createAccountLimiter>
}

function serveCall(app: FastifyInstance, parts: Parts, route: Route, verb: Verb): void {
  const admitted = new WeakMap<
    FastifyRequest,
    { readonly caller: Caller; readonly admission: Admitted<unknown> }
  >()
  const files = new WeakMap<FastifyRequest, ReceivedFile>()
  const takesFile = route.call.takesFile === true
  const addsRisk = route.call.risk === 'adds'
  const readFields = createFieldReader(route.call)
  app.route({
    method: verb,
    url: route.call.path,
    schema: schemaOf(route.call, verb),
    // A HEAD request would make the change and hide its outcome.
    exposeHeadRoute: !route.call.changes,
    config: { risk: route.call.risk },
    ...bodyLimitOf(route.call),
    // Authorise before the body is read.
    onRequest: async (request, reply) => {
      const caller = callerOf(parts, request)
      const admission = await route.admit(caller)
      if (admission.kind !== 'admitted') return sendEnvelope(request, reply, parts.translatorFor, admission)
      const limited = parts.limiter.beforeInput(route.call, admission.scope)
      if (limited !== undefined) return sendEnvelope(request, reply, parts.translatorFor, limited)
      const refusal = takesFile ? parts.admitUpload(request, reply, admission.scope) : undefined
      if (refusal !== undefined) return sendEnvelope(request, reply, parts.translatorFor, refusal)
      admitted.set(request, { caller, admission })
    },
    // With callbacks, because most bodies are parsed already and need no promise.
    preValidation: (request, reply, done) => {
      const { body, headers } = request
      if (!(body instanceof Buffer)) {
        // A POST without a body is a call without input; the schema decides whether that is valid.
        request.body ??= {}
        readFields(verb === 'POST' ? request.body : request.query)
        done()
        return
      }
      readMultipart({ body, type: headers['content-type'] ?? '', takesFile }).then((form) => {
        if (form.kind === 'refused') return void sendEnvelope(request, reply, parts.translatorFor, form)
        request.body = form.fields
        if (form.file !== undefined) files.set(request, form.file)
        readFields(form.fields)
        done()
      }, done)
    },
    handler: async (request, reply) => {
      const input = verb === 'POST' ? request.body : request.query
      const first = admitted.get(request)
      if (first === undefined) throw new Error('the request was not authorised')
      const limited = parts.limiter.withInput(route.call, input, first.admission.scope)
      if (limited !== undefined) return sendEnvelope(request, reply, parts.translatorFor, limited)
      const file = files.get(request)
      const caller = file === undefined ? first.caller : { ...first.caller, file }
      const work = async (waitedMs = 0) => {
        // The session or role may have ended while a slow body arrived, so authorise again.
        const admission = verb === 'POST' ? await route.admit(caller) : first.admission
        if (admission.kind !== 'admitted') return admission
        return await outcomeOf(parts, route, { request, input, caller: { ...caller, waitedMs }, admission })
      }
      const refuse = () => withoutTurn(parts, keyOf(request, input), first.admission)
      const outcome = addsRisk ? await inTurn(parts.openings, reply, { work, refuse }) : await work()
      return await sendAnswer(request, reply, parts.translatorFor, outcome)
    },
  })
}

function bodyLimitOf({ takesFile, hasLargeBody }: Call): { readonly bodyLimit?: number } {
  if (takesFile) return { bodyLimit: largestFileFormBytes }
  return hasLargeBody ? { bodyLimit: largeBodyBytes } : {}
}

type AdmittedRequest = {
  readonly request: FastifyRequest
  readonly input: unknown
  readonly caller: Caller
  readonly admission: Admitted<unknown>
}

type CallOutcome = Outcome<unknown> | Prepared | FileAnswer

type WorkInTurn = {
  readonly work: (waitedMs?: number) => Promise<CallOutcome>
  readonly refuse: () => CallOutcome
}

/** Does the work when it is its turn among the calls that may add risk. */
async function inTurn(
  openings: AdmissionQueue | undefined,
  { raw }: FastifyReply,
  { work, refuse }: WorkInTurn,
): Promise<CallOutcome> {
  if (openings === undefined) return await work()
  const turn = await openings.enter(raw)
  if (turn === undefined) return refuse()
  try {
    return await work(turn.waitedMs)
  } finally {
    turn.leave()
  }
}

/** This call did nothing, but an earlier one with the same key may have. */
function withoutTurn({ mayHaveUsed }: CallParts, key: SentKey, { userId }: Admitted<unknown>): CallOutcome {
  const isUsed = key.kind === 'key' && userId !== undefined && mayHaveUsed?.(userId, key.key) === true
  return refused(isUsed ? 'outcome_unknown' : 'busy')
}

type SentKey = ReturnType<typeof readIdempotencyKey>

function keyOf(request: FastifyRequest, input: unknown): SentKey {
  return readIdempotencyKey(request.headers['idempotency-key'], idemParameter(input, request.query))
}

async function outcomeOf(
  { runOnce }: CallParts,
  route: Route,
  admitted: AdmittedRequest,
): Promise<CallOutcome> {
  const { request, input, caller, admission } = admitted
  const { call } = route
  const work = (idempotency?: CommandKey) => route.answer(input, { ...caller, idempotency }, admission.who)
  if (!call.changes || call.carriesSecret) return await work()
  const key = keyOf(request, input)
  if (key.kind === 'malformed') return refused('invalid_input', { field: 'idempotency-key' })
  if (key.kind === 'none') return await work()
  const idempotency = { key: key.key, fingerprint: await fingerprintOf(call, input, caller.file) }
  return call.outcomeKeptBy === undefined
    ? await answerOnce(runOnce, { scope: scopeOf(admitted), call, ...idempotency }, () => work())
    : await work(idempotency)
}

/** Runs the work once per idempotency key. A call that changes something never answers with bytes. */
async function answerOnce(
  runOnce: RunOnce,
  { call: { name }, ...request }: Omit<IdempotentCall, 'call'> & { readonly call: Call },
  work: () => Promise<CallOutcome>,
): Promise<Outcome<unknown>> {
  return await runOnce({ ...request, call: name }, async () => {
    const outcome = await work()
    if (outcome.kind === 'prepared' || outcome.kind === 'file')
      throw new Error(`${name} is a mutating call, so its handler must return an outcome`)
    return outcome
  })
}

/**
 * Parameters that do not tell what is requested. A code only proves who requests it: a repeat may carry another one, or
 * none.
 */
const unprintedFields: ReadonlySet<string> = new Set(['idem', 't', 'auth_code'])

/** A hash of the call, its parameters in any order, and its file. */
async function fingerprintOf(
  { name }: Call,
  input: unknown,
  file: ReceivedFile | undefined,
): Promise<string> {
  const fields = Object.entries(input as Record<string, unknown>).filter(
    ([field]) => !unprintedFields.has(field),
  )
  const sorted = fields.sort(([a], [b]) => (a < b ? -1 : 1))
  const text = JSON.stringify([name, sorted])
  if (file === undefined) return hash('sha256', text, 'hex')
  const sum = createHash('sha256').update(text)
  for (let from = 0; from < file.bytes.length; from += bytesPerTurn) {
    sum.update(file.bytes.subarray(from, from + bytesPerTurn))
    await nextTurn()
  }
  return sum.digest('hex')
}

/** Idempotency keys of visitors are scoped by their network address. */
function scopeOf({ admission, caller }: AdmittedRequest): string {
  return admission.scope === 'anyone' ? `visitor:${limitKeyOf(caller.address)}` : admission.scope
}

/** The idempotency key may also be sent as the parameter `idem`, in the body or the query. */
function idemParameter(...places: readonly unknown[]): unknown {
  for (const place of places) {
    const value = (place as { readonly idem?: unknown } | null)?.idem
    if (value !== undefined) return value
  }
  return undefined
}

const maxDeviceLength = 256

function callerOf({ countryOf }: CallParts, request: FastifyRequest): Caller {
  const statedLanguage = readStatedLanguage(request.headers['lang'])
  return {
    language: statedLanguage ?? defaultLanguage,
    statedLanguage,
    token: readToken(request.headers.authorization),
    thread: readThreadToken(request.headers[threadHeader]),
    address: request.clientAddress,
    device: (request.headers['user-agent'] ?? '').slice(0, maxDeviceLength),
    country: countryOf(request.raw),
    file: undefined,
    idempotency: undefined,
    waitedMs: 0,
  }
}
