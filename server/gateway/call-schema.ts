import type { FastifySchema } from 'fastify'
import { Type } from 'typebox'
import type { Call, Verb } from '#contract/call.ts'

/** The same schema validates requests and generates the OpenAPI document. */
export function schemaOf(call: Call, verb: Verb): FastifySchema {
  const envelope = Type.Object({
    code: Type.Integer({ description: '1 success, 0 refused, 429, 500, 999 session invalid' }),
    msg: Type.String({ description: 'Message for the user, in the language of the request' }),
    data: call.answer,
  })
  return {
    operationId: verb === call.verb ? call.name : `${call.name}_${verb.toLowerCase()}`,
    tags: [call.group],
    summary: call.summary,
    headers: headersOf(call),
    ...accessOf(call),
    response: { 200: envelope },
    ...(verb === 'POST' ? { body: call.input, consumes: consumedBy(call) } : { querystring: call.input }),
  }
}

/** Describes in the OpenAPI document who may use the call. A call without a security entry is public. */
function accessOf({ access }: Call): Pick<FastifySchema, 'security' | 'description'> {
  if (access === 'anyone') return {}
  if (access === 'user') return { security: [{ session: [] }], description: 'Needs a session.' }
  if (access === 'real_user') {
    return { security: [{ session: [] }], description: 'Needs a session of a real account.' }
  }
  return { security: [{ desk: [] }], description: `For operators: ${access.join(', ')}.` }
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
