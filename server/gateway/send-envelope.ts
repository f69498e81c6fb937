import type { FastifyReply, FastifyRequest } from 'fastify'
import { codes } from '#contract/envelope.ts'
import { readLanguage } from '#contract/headers.ts'
import { type Outcome, toEnvelope } from '#contract/outcome.ts'
import { encodeInTurns, hasLongList } from '#server/gateway/encode-in-turns.ts'
import { acceptsEncoding } from '#server/gateway/encoded-document.ts'
import { followDelivery } from '#server/gateway/follow-delivery.ts'
import { recordCode } from '#server/gateway/request-log.ts'
import type { FileAnswer, Prepared } from '#server/gateway/route.ts'
import type { TranslatorFor } from '#server/platform/translators.ts'

/** Sends every API answer: HTTP 200 with an envelope in the caller's language. */
export function sendEnvelope(
  request: FastifyRequest,
  reply: FastifyReply,
  translatorFor: TranslatorFor,
  outcome: Outcome<unknown> | Prepared | FileAnswer,
): FastifyReply {
  if (outcome.kind === 'file') return sendFile(request, reply, outcome)
  if (outcome.kind === 'prepared') return sendPrepared(request, reply, outcome)
  const envelope = toEnvelope(outcome, translatorFor(readLanguage(request.headers['lang'])))
  return sendBody(request, reply, envelope.code, JSON.stringify(envelope))
}

/** Like `sendEnvelope`, but encodes long lists in several turns of the event loop. */
export async function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  translatorFor: TranslatorFor,
  outcome: Outcome<unknown> | Prepared | FileAnswer,
): Promise<FastifyReply> {
  if (outcome.kind !== 'answered' || !hasLongList(outcome.data))
    return sendEnvelope(request, reply, translatorFor, outcome)
  const envelope = toEnvelope(outcome, translatorFor(readLanguage(request.headers['lang'])))
  return sendBody(request, reply, envelope.code, await encodeInTurns(envelope))
}

function sendPrepared(request: FastifyRequest, reply: FastifyReply, { plain, gzipped }: Prepared) {
  reply.header('vary', 'accept-encoding')
  if (!acceptsEncoding(request, 'gzip')) return sendBody(request, reply, codes.success, plain)
  reply.header('content-encoding', 'gzip')
  return sendBody(request, reply, codes.success, gzipped())
}

/** Private files must not be cached, and must not run as a page. */
function sendFile(request: FastifyRequest, reply: FastifyReply, file: FileAnswer): FastifyReply {
  const { type, bytes, savedAs, delivery } = file
  if (delivery !== undefined) followDelivery(reply, delivery)
  recordCode(request, codes.success)
  return reply
    .code(200)
    .headers({
      'content-type': type,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-disposition':
        savedAs === undefined ? 'inline; filename="picture"' : `attachment; filename="${savedAs}"`,
      'content-security-policy': "default-src 'none'; sandbox",
    })
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}

function sendBody(
  request: FastifyRequest,
  reply: FastifyReply,
  code: number,
  body: string | Buffer,
): FastifyReply {
  recordCode(request, code)
  return reply
    .code(200)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(body)
}
