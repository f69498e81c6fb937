import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Reason } from '#contract/envelope.ts'
import { type Outcome, refused } from '#contract/outcome.ts'
import { isApiRequest } from '#server/gateway/api-paths.ts'
import { sendEnvelope } from '#server/gateway/send-envelope.ts'
import type { Log } from '#server/platform/log.ts'
import type { TranslatorFor } from '#server/platform/translators.ts'

/** Fastify errors raised before a route runs, and their refusal reasons. */
const reasonOfCode: ReadonlyMap<string, Reason> = new Map([
  ['FST_ERR_CTP_BODY_TOO_LARGE', 'body_too_large'],
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 'unsupported_media_type'],
  ['FST_ERR_BAD_URL', 'unknown_path'],
])

type Parts = { readonly log: Log; readonly translatorFor: TranslatorFor }

export type ErrorHandler = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => void

/** Errors under the API paths become envelopes; elsewhere they become HTTP statuses. */
export function createErrorHandler(parts: Parts): ErrorHandler {
  return (error, request, reply) => {
    if (!isApiRequest(request)) return sendStatus(parts, error, request, reply)
    const outcome = outcomeOfError(error, request.id)
    if (outcome.kind === 'fault') parts.log.error({ request: request.id, fault: error }, 'a call failed')
    return sendEnvelope(request, reply, parts.translatorFor, outcome)
  }
}

/** Pages and files are read by browsers, which understand HTTP statuses. */
function sendStatus({ log }: Parts, error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const status = error.statusCode ?? 500
  if (status >= 500) log.error({ request: request.id, fault: error }, 'a page failed')
  return reply
    .code(status)
    .type('text/plain')
    .send(status >= 500 ? `fault ${request.id}\n` : 'bad request\n')
}

/** A fault reveals only its id. The details are in the log under that id. */
function outcomeOfError(error: FastifyError, id: string): Outcome<never> {
  if (error.validation !== undefined) return invalidInput(error.validation[0])
  const reason = reasonOfCode.get(error.code)
  if (reason !== undefined) return refused(reason)
  const isClientError = error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
  return isClientError ? refused('malformed_body') : { kind: 'fault', id }
}

type ValidationError = NonNullable<FastifyError['validation']>[number] | undefined

function invalidInput(error: ValidationError): Outcome<never> {
  const missing = error?.params['missingProperty']
  const field = typeof missing === 'string' ? missing : error?.instancePath.split('/')[1]
  return field === undefined || field === '' ? refused('invalid_input') : refused('invalid_input', { field })
}
