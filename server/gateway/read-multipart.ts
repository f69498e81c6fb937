import type { FastifyRequest } from 'fastify'
import type { ReceivedFile } from '#server/gateway/route.ts'

const mostFields = 30
const longestFieldBytes = 16 * 1024
const largestFileBytes = 10 * 1024 * 1024

type Received = { readonly fields: Record<string, string>; readonly file: ReceivedFile | undefined }

/** The fields of a form, and its file where the call takes one. Beyond any bound the whole of it is refused. */
export async function readMultipart(request: FastifyRequest, takesFile: boolean): Promise<Received> {
  const limits = {
    fields: mostFields,
    fieldSize: longestFieldBytes,
    files: takesFile ? 1 : 0,
    fileSize: largestFileBytes,
    headerPairs: 20,
  }
  const fields = new Map<string, string>()
  let file: ReceivedFile | undefined
  for await (const part of request.parts({ limits })) {
    if (part.type === 'file') file = { bytes: await part.toBuffer(), type: part.mimetype }
    else if (part.valueTruncated || part.fieldnameTruncated) throw tooLarge()
    else fields.set(part.fieldname, String(part.value))
  }
  return { fields: Object.fromEntries(fields), file }
}

function tooLarge(): Error {
  return Object.assign(new Error('a field is too long'), {
    code: 'FST_ERR_CTP_BODY_TOO_LARGE',
    statusCode: 413,
  })
}
