import { createHash, hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Call, type Verb, verbsOf } from '#contract/call.ts'
import { readIdempotencyKey, readLanguage, readToken } from '#contract/headers.ts'
import { type Outcome, refused } from '#contract/outcome.ts'
import type { CommandKey } from '#server/engine/engine.ts'
import { type AdmitUpload, createUploadAdmission } from '#server/gateway/admit-upload.ts'
import { schemaOf } from '#server/gateway/call-schema.ts'
import { type CountryOf, limitKeyOf } from '#server/gateway/client-address.ts'
import { largestFileFormBytes, readMultipart } from '#server/gateway/read-multipart.ts'
import type { Admitted, Caller, FileAnswer, Prepared, ReceivedFile, Route } from '#server/gateway/route.ts'
import { sendEnvelope } from '#server/gateway/send-envelope.ts'
import type { RunOnce } from '#server/idempotency/idempotency.ts'
import type { TokenBuckets } from '#server/platform/token-bucket.ts'
import type { Words } from '#server/platform/words.ts'

type CallParts = {
  readonly words: Words
  /** Remembers what was done under a key, so that a repeat does nothing twice. */
  readonly runOnce: RunOnce
  /** The country a trusted proxy names, if it does. */
  readonly countryOf: CountryOf
  /** How often one account may ask for what the engine decides; undefined where nothing is limited. */
  readonly tradingLimit?: Pick<TokenBuckets, 'take'> | undefined
}

/** Puts each call on every verb it answers: who asks is checked, then what they sent, then it is answered. */
export function serveCalls(app: FastifyInstance, parts: CallParts, routes: readonly Route[]): void {
  const admitFile = createUploadAdmission()
  for (const route of routes) {
    for (const verb of verbsOf(route.call)) serveCall(app, { ...parts, admitFile }, route, verb)
  }
}

type Parts = CallParts & { readonly admitFile: AdmitUpload }

function serveCall(app: FastifyInstance, parts: Parts, route: Route, verb: Verb): void {
  const admitted = new WeakMap<
    FastifyRequest,
    { readonly caller: Caller; readonly admission: Admitted<unknown> }
  >()
  const files = new WeakMap<FastifyRequest, ReceivedFile>()
  const takesFile = route.call.takesFile === true
  const leaveOutEmpty = createLeaveOut(route.call)
  app.route({
    method: verb,
    url: route.call.path,
    schema: schemaOf(route.call, verb),
    // A HEAD would do what the GET does and hide what came of it.
    exposeHeadRoute: !route.call.changes,
    ...(takesFile ? { bodyLimit: largestFileFormBytes } : {}),
    // Before the body is read: whoever may not ask has nothing of theirs looked at.
    onRequest: async (request, reply) => {
      const caller = callerOf(parts, request)
      const admission = await route.admit(caller)
      if (admission.kind !== 'admitted') return sendEnvelope(request, reply, parts.words, admission)
      const wait = waitOf(parts, route.call, admission.scope)
      if (wait !== undefined) return sendEnvelope(request, reply, parts.words, wait)
      const refusal = takesFile ? parts.admitFile(request, reply, admission.scope) : undefined
      if (refusal !== undefined) return sendEnvelope(request, reply, parts.words, refusal)
      admitted.set(request, { caller, admission })
    },
    preValidation: (request, reply, done) => {
      if (request.body instanceof Buffer) {
        const { 'content-type': type = '' } = request.headers
        const form = readMultipart({ body: request.body, type, takesFile })
        if (form.kind === 'refused') return void sendEnvelope(request, reply, parts.words, form)
        request.body = form.fields
        if (form.file !== undefined) files.set(request, form.file)
      }
      // A POST without a body is a call without input, for the schema to judge.
      request.body ??= {}
      leaveOutEmpty(verb === 'POST' ? request.body : request.query)
      done()
    },
    handler: async (request, reply) => {
      const input = verb === 'POST' ? request.body : request.query
      const letIn = admitted.get(request)
      if (letIn === undefined) throw new Error('nobody was let in')
      const file = files.get(request)
      const caller = file === undefined ? letIn.caller : { ...letIn.caller, file }
      // A body may have taken its time, and whoever sent it may have lost their role or their session meanwhile.
      const admission = verb === 'POST' ? await route.admit(caller) : letIn.admission
      if (admission.kind !== 'admitted') return sendEnvelope(request, reply, parts.words, admission)
      return await answer(parts, route, { request, reply, input, caller, admission })
    },
  })
}

type Asking = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly input: unknown
  readonly caller: Caller
  readonly admission: Admitted<unknown>
}

async function answer(
  { words, runOnce: once }: CallParts,
  route: Route,
  asking: Asking,
): Promise<FastifyReply> {
  const { request, reply, input, caller, admission } = asking
  const { call } = route
  const work = (repeat?: CommandKey) => route.answer(input, { ...caller, idempotency: repeat }, admission.who)
  if (!call.changes || call.carriesSecret) return sendEnvelope(request, reply, words, await work())
  const key = readIdempotencyKey(request.headers['idempotency-key'], parameter(input, request.query))
  if (key.kind === 'malformed') {
    return sendEnvelope(request, reply, words, refused('invalid_input', { field: 'idempotency-key' }))
  }
  if (key.kind === 'none') return sendEnvelope(request, reply, words, await work())
  const repeat = { key: key.key, fingerprint: fingerprintOf(call, input, caller.file) }
  const outcome =
    call.outcomeKeptBy === 'engine'
      ? await work(repeat)
      : await answerOnce(once, { scope: scopeOf(asking), call, ...repeat }, () => work())
  return sendEnvelope(request, reply, words, outcome)
}

/** What the engine decides is limited by account, before anything that was sent is read. */
function waitOf(
  { tradingLimit }: CallParts,
  { outcomeKeptBy }: Call,
  scope: string,
): Outcome<never> | undefined {
  if (tradingLimit === undefined || outcomeKeptBy !== 'engine') return undefined
  const admission = tradingLimit.take(scope)
  if (admission.ok) return undefined
  return { kind: 'too_many_requests', retryAfterSeconds: admission.retryAfterSeconds }
}

/** Visitors share no name, so where they come from stands for them. */
function scopeOf({ admission, caller }: Asking): string {
  return admission.scope === 'anyone' ? `visitor:${limitKeyOf(caller.address)}` : admission.scope
}

/**
 * A form sends every field it has: one that is empty and need not be there is not there. Texts may be empty. A null is
 * nothing, too; left in, it would be read as the number 0 or as an empty text.
 */
function createLeaveOut({ input }: Call): (sent: unknown) => void {
  const fields = Object.entries(input.properties).map(([name, schema]) => {
    const isText = 'type' in schema && schema.type === 'string'
    return { name, mayBeLeftOut: !isText && input.required?.includes(name) !== true }
  })
  return (sent) => {
    if (typeof sent !== 'object' || sent === null) return
    for (const { name, mayBeLeftOut } of fields) {
      const value = Reflect.get(sent, name)
      if (value === null || (value === '' && mayBeLeftOut)) Reflect.deleteProperty(sent, name)
    }
  }
}

/** The key may also come as the parameter `idem`, wherever the call carries its parameters. */
function parameter(...places: readonly unknown[]): unknown {
  for (const place of places) {
    const value = (place as { readonly idem?: unknown } | null)?.idem
    if (value !== undefined) return value
  }
  return undefined
}

const longestDevice = 256
/** No address is longer; what a proxy passes on may be anything. */
const longestAddress = 64

function callerOf({ countryOf }: CallParts, request: FastifyRequest): Caller {
  return {
    language: readLanguage(request.headers['lang']),
    token: readToken(request.headers.authorization),
    address: (request.ip ?? '').slice(0, longestAddress),
    device: (request.headers['user-agent'] ?? '').slice(0, longestDevice),
    country: countryOf(request.raw),
    file: undefined,
    idempotency: undefined,
  }
}

type Asked = {
  readonly scope: string
  readonly key: string
  readonly call: Call
  readonly fingerprint: string
}

async function answerOnce(
  once: RunOnce,
  { scope, key, call, fingerprint }: Asked,
  work: () => Promise<Outcome<unknown> | Prepared | FileAnswer>,
): Promise<Outcome<unknown>> {
  return await once({ scope, key, call: call.name, fingerprint }, async () => {
    const outcome = await work()
    if (outcome.kind === 'prepared' || outcome.kind === 'file')
      throw new Error(`${call.name} changes nothing`)
    return outcome
  })
}

/** The same for the same call with the same parameters, in whatever order they were written. */
function fingerprintOf({ name }: Call, input: unknown, file: ReceivedFile | undefined): string {
  const fields = Object.entries(input as Record<string, unknown>).filter(
    ([field]) => field !== 'idem' && field !== 't',
  )
  const sorted = fields.sort(([a], [b]) => (a < b ? -1 : 1))
  const text = JSON.stringify([name, sorted])
  if (file === undefined) return hash('sha256', text, 'hex')
  return createHash('sha256').update(text).update(file.bytes).digest('hex')
}
