import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Refusal, refused } from '#contract/outcome.ts'
import { createFileTurns } from '#server/gateway/file-turns.ts'
import { largestFileFormBytes } from '#server/gateway/read-multipart.ts'

export type AdmitFile = (request: FastifyRequest, reply: FastifyReply, scope: string) => Refusal | undefined

/** Says of a call that takes a file, before any of it is read, why it is not taken; undefined lets it come. */
export function createFileAdmission(): AdmitFile {
  const turns = createFileTurns()
  return (request, reply, scope) => {
    const { 'content-type': type, 'content-length': length } = request.headers
    if (type === undefined) return undefined
    if (!isMultipart(type)) return refused('unsupported_media_type')
    if (Number(length ?? 0) > largestFileFormBytes) return refused('image_too_large')
    const end = turns.take(scope)
    if (end === undefined) return refused('busy')
    // For as long as the request lives, whichever way it ends.
    reply.raw.once('close', end)
    return undefined
  }
}

function isMultipart(type: string | undefined): boolean {
  return /^multipart\/form-data\b/i.test(type ?? '')
}
