import type { FastifySchema } from 'fastify'
import { Type } from 'typebox'
import type { Call, Verb } from '#contract/call.ts'
import { rateLimits } from '#contract/rate-limits.ts'
import { isUnder } from '#server/gateway/api-paths.ts'

/** The same schema validates requests and generates the OpenAPI document. */
export function schemaOf(call: Call, verb: Verb): FastifySchema {
  const envelope = Type.Object({
    code: Type.Integer({ description: '1 success, 0 refused, 429, 500, 999 session invalid' }),
    msg: Type.String({ description: 'Message for the user, in the language of the request' }),
    data: call.answer,
  })
  return {
    // The document is public, and the calls of the operator console are not for the public.
    hide: isUnder(call.path, '/desk/api'),
    operationId: verb === call.verb ? call.name : `${call.name}_${verb.toLowerCase()}`,
    tags: [call.group],
    summary: call.summary,
    headers: headersOf(call),
    ...describedAccess(call),
    response: { 200: envelope },
    ...(verb === 'POST' ? { body: call.input, consumes: consumedBy(call) } : { querystring: call.input }),
  }
}

/** Describes in the OpenAPI document who may use the call and how often. */
function describedAccess(call: Call): Pick<FastifySchema, 'security' | 'description'> {
  const { description, ...access } = accessOf(call)
  const sentences = [description, limitsOf(call)].filter((sentence) => sentence !== undefined)
  return sentences.length === 0 ? access : { ...access, description: sentences.join(' ') }
}

/** A call without a security entry is public. Calls for operators are not in the document. */
function accessOf({ access }: Call): Pick<FastifySchema, 'security' | 'description'> {
  if (access === 'user') return { security: [{ session: [] }], description: 'Needs a session.' }
  if (access === 'real_user') {
    return { security: [{ session: [] }], description: 'Needs a session of a real account.' }
  }
  return {}
}

/** The rate limits per account. Those per address are in the description of the document. */
function limitsOf(call: Call): string | undefined {
  if (call.outcomeKeptBy !== 'engine') return undefined
  const { trading, reducingRisk } = rateLimits
  const closing = `${limitText(reducingRisk)}, shared by all calls that close, cancel or remove stops`
  if (call.risk === 'reduces') return `Per account ${closing}.`
  if (call.risk === 'reduces_without_stops')
    return `Per account ${closing}, if no stop is set; otherwise ${limitText(trading)}, like other trading calls.`
  return `Per account ${limitText(trading)}, shared by all trading calls.`
}

export function limitText({
  perSecond,
  burst,
}: {
  readonly perSecond: number
  readonly burst: number
}): string {
  return `${perSecond} calls a second, bursts of ${burst}`
}

function consumedBy({ takesFile }: Call): string[] {
  const multipart = 'multipart/form-data'
  return takesFile ? [multipart] : ['application/json', 'application/x-www-form-urlencoded', multipart]
}

function headersOf(call: Call) {
  const lang = Type.Optional(
    Type.String({ description: 'Language of the answer; `hk` if missing or unknown' }),
  )
  const key = Type.Optional(Type.String({ description: 'Requests with the same key are executed once' }))
  return call.changes ? Type.Object({ lang, 'idempotency-key': key }) : Type.Object({ lang })
}
