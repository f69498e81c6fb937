import type { FastifyInstance, FastifyRequest, FastifySchema } from 'fastify'
import { Type } from 'typebox'
import { type Call, type Verb, verbsOf } from '#contract/call.ts'
import { readLanguage, readToken } from '#contract/headers.ts'
import type { Caller, Route } from '#server/gateway/route.ts'
import { sendEnvelope } from '#server/gateway/send-envelope.ts'
import type { Words } from '#server/platform/words.ts'

type Parts = { readonly words: Words }

/** Puts each call on every verb it answers, its input validated, its outcome in an envelope. */
export function serveCalls(app: FastifyInstance, parts: Parts, routes: readonly Route[]): void {
  for (const route of routes) for (const verb of verbsOf(route.call)) serveCall(app, parts, route, verb)
}

function serveCall(app: FastifyInstance, { words }: Parts, route: Route, verb: Verb): void {
  app.route({
    method: verb,
    url: route.call.path,
    schema: schemaOf(route.call, verb),
    // A POST without a body is a call without input, for the schema to judge.
    preValidation: async (request) => {
      request.body ??= {}
    },
    handler: async (request, reply) => {
      const input = verb === 'POST' ? request.body : request.query
      return sendEnvelope(request, reply, words, await route.answer(input, callerOf(request)))
    },
  })
}

function callerOf(request: FastifyRequest): Caller {
  return {
    language: readLanguage(request.headers['lang']),
    token: readToken(request.headers.authorization),
    address: request.ip,
  }
}

/** The schemas that validate are the ones that document: the OpenAPI page is made from these. */
function schemaOf(call: Call, verb: Verb): FastifySchema {
  const envelope = Type.Object({
    code: Type.Integer({ description: '1 success, 0 refused, 429, 500, 999 session invalid' }),
    msg: Type.String({ description: 'For people, in the language of the caller' }),
    data: call.answer,
  })
  return {
    operationId: verb === call.verb ? call.name : `${call.name}_${verb.toLowerCase()}`,
    tags: [call.group],
    summary: call.summary,
    headers: headersOf(call),
    response: { 200: envelope },
    ...(verb === 'POST'
      ? { body: call.input, consumes: ['application/json', 'application/x-www-form-urlencoded'] }
      : { querystring: call.input }),
  }
}

function headersOf(call: Call) {
  const lang = Type.Optional(
    Type.String({ description: 'Language of the answer; `hk` when missing or unknown' }),
  )
  const key = Type.Optional(
    Type.String({ description: 'Makes a repeat safe: the same key is acted on once' }),
  )
  return call.changes ? Type.Object({ lang, 'idempotency-key': key }) : Type.Object({ lang })
}
