import type { FastifyReply, FastifyRequest } from 'fastify'
import { readLanguage } from '#contract/headers.ts'
import { type Outcome, toEnvelope } from '#contract/outcome.ts'
import { noteCode } from '#server/gateway/observe-requests.ts'
import type { Words } from '#server/platform/words.ts'

/** Every answer of the application leaves here: HTTP 200, the envelope, in the language of whoever asks. */
export function sendEnvelope(
  request: FastifyRequest,
  reply: FastifyReply,
  words: Words,
  outcome: Outcome<unknown>,
): FastifyReply {
  const envelope = toEnvelope(outcome, words(readLanguage(request.headers['lang'])))
  noteCode(request, envelope.code)
  return reply
    .code(200)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(envelope))
}
