import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Reason } from '#contract/envelope.ts'
import { type Outcome, refused } from '#contract/outcome.ts'
import { isApiRequest } from '#server/gateway/api-paths.ts'
import { sendEnvelope } from '#server/gateway/send-envelope.ts'
import type { Log } from '#server/platform/log.ts'
import type { Words } from '#server/platform/words.ts'

/** What the framework refuses before a call is reached, and the reason we give for it. */
const reasonOfCode: ReadonlyMap<string, Reason> = new Map([
  ['FST_ERR_CTP_BODY_TOO_LARGE', 'body_too_large'],
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 'unsupported_media_type'],
  ['FST_ERR_BAD_URL', 'unknown_path'],
])

type Parts = { readonly log: Log; readonly words: Words }

export type ErrorHandler = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => void

/** What becomes of an error: an envelope under the API, HTTP's own words elsewhere. */
export function createErrorHandler(parts: Parts): ErrorHandler {
  return (error, request, reply) => {
    if (!isApiRequest(request)) return answerPlainly(parts, error, request, reply)
    const outcome = outcomeOfError(error, request.id)
    if (outcome.kind === 'fault') parts.log.error({ request: request.id, fault: error }, 'a call failed')
    return sendEnvelope(request, reply, parts.words, outcome)
  }
}

/** A page or a file is not a call: whoever asked for it understands HTTP's own words. */
function answerPlainly({ log }: Parts, error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const status = error.statusCode ?? 500
  if (status >= 500) log.error({ request: request.id, fault: error }, 'a page failed')
  return reply
    .code(status)
    .type('text/plain')
    .send(status >= 500 ? `fault ${request.id}\n` : 'not possible\n')
}

/** Nothing of a fault but its id leaves the server; the rest is in the log under that id. */
function outcomeOfError(error: FastifyError, id: string): Outcome<never> {
  if (error.validation !== undefined) return invalidInput(error.validation[0])
  const reason = reasonOfCode.get(error.code)
  if (reason !== undefined) return refused(reason)
  const isCallers = error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
  return isCallers ? refused('malformed_body') : { kind: 'fault', id }
}

type Finding = NonNullable<FastifyError['validation']>[number] | undefined

function invalidInput(finding: Finding): Outcome<never> {
  const missing = finding?.params['missingProperty']
  const field = typeof missing === 'string' ? missing : finding?.instancePath.split('/')[1]
  return field === undefined || field === '' ? refused('invalid_input') : refused('invalid_input', { field })
}
