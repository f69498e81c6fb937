// Reads multipart/form-data with @fastify/busboy, from a complete body that has already passed the body limit.
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import { type Refusal, refused } from '#contract/outcome.ts'
import type { ReceivedFile } from '#server/gateway/route.ts'

const maxFields = 30
const maxFieldBytes = 16 * 1024
const maxHeadBytes = 4 * 1024
const maxFileBytes = 10 * 1024 * 1024

/** The largest file plus room for the fields and boundaries. */
export const largestFileFormBytes = maxFileBytes + 64 * 1024

const limits = {
  fields: maxFields,
  fieldSize: maxFieldBytes,
  files: 1,
  fileSize: maxFileBytes,
  parts: maxFields + 1,
  headerSize: maxHeadBytes,
}

type Form = {
  readonly kind: 'form'
  readonly fields: Readonly<Record<string, string>>
  readonly file: ReceivedFile | undefined
}

type MultipartBody = { readonly body: Buffer; readonly type: string; readonly takesFile: boolean }

/** Returns the fields and the file, if the call takes one. Exceeding any limit refuses the whole form. */
export async function readMultipart(sent: MultipartBody): Promise<Form | Refusal> {
  if (sent.body.length === 0) return { kind: 'form', fields: {}, file: undefined }
  return await new Promise((resolve) => parse(sent, resolve))
}

function parse({ body, type, takesFile }: MultipartBody, done: (outcome: Form | Refusal) => void): void {
  const parser = createParser(type)
  if (parser === undefined) {
    done(refused('malformed_body'))
    return
  }
  const fields = new Map<string, string>()
  let file: ReceivedFile | undefined
  /** The first problem decides the answer. */
  let refusal: Refusal | undefined
  const refuse = (reason: Parameters<typeof refused>[0]) => {
    refusal ??= refused(reason)
  }
  parser.on('field', (name, value, _nameTruncated, valueTruncated) => {
    // Duplicate names are ambiguous; names such as `__proto__` have a meaning on objects.
    if (!isFieldName(name) || fields.has(name) || value.includes(replacement)) refuse('malformed_body')
    else if (valueTruncated) refuse('body_too_large')
    else fields.set(name, value)
  })
  parser.on('file', (name, stream, _fileName, _encoding, mediaType) => {
    if (!takesFile || name !== 'file' || file !== undefined) refuse('invalid_input')
    collect(stream, (bytes) => {
      if (bytes === undefined) refuse('image_too_large')
      else file = { bytes, type: mediaType }
    })
  })
  parser.on('filesLimit', () => refuse('invalid_input'))
  parser.on('fieldsLimit', () => refuse('body_too_large'))
  parser.on('partsLimit', () => refuse('body_too_large'))
  parser.on('error', () => done(refusal ?? refused('malformed_body')))
  parser.on('finish', () => done(refusal ?? { kind: 'form', fields: Object.fromEntries(fields), file }))
  parser.end(body)
}

function createParser(type: string): Busboy | undefined {
  try {
    return new Busboy({
      headers: { 'content-type': type },
      limits,
      // Only a file name makes a part a file, whatever its content type.
      isPartAFile: (_name, _type, fileName) => fileName !== undefined,
    })
  } catch {
    // The content type names no boundary.
    return undefined
  }
}

/** Yields the whole file, or undefined if it exceeds the limit. */
function collect(stream: BusboyFileStream, done: (bytes: Buffer | undefined) => void): void {
  const chunks: Buffer[] = []
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  stream.on('end', () => done(stream.truncated ? undefined : Buffer.concat(chunks)))
  // The parser reports the error of a truncated form itself.
  stream.on('error', () => undefined)
}

/** Stands for bytes that are not valid UTF-8. */
const replacement = '\ufffd'

function isFieldName(name: string | undefined): name is string {
  return name !== undefined && name !== '' && !name.includes(replacement) && !(name in Object.prototype)
}
