// Reads multipart/form-data (RFC 7578, RFC 2046) from a body that has already passed the body limit. Parts are slices of
// the body. The platform's own parser would occupy the main thread for the whole of a large body.
import { type Refusal, refused } from '#contract/outcome.ts'
import { findDelimiter, isAt } from '#server/gateway/find-delimiter.ts'
import { headerParameters } from '#server/gateway/header-parameters.ts'
import type { ReceivedFile } from '#server/gateway/route.ts'

const maxFields = 30
const maxNameLength = 128
const maxFieldLength = 16 * 1024
/** Characters have at most this many bytes in UTF-8. */
const maxCharBytes = 4
const maxFileBytes = 10 * 1024 * 1024
/** The headers of one part. */
const maxHeadBytes = 4096
const maxHeaders = 16
/** The text before the first part, which no browser sends. */
const maxPreambleBytes = 4096
/** Dashes, blanks and line end after a delimiter. */
const maxDelimiterRestBytes = 256

/** The largest file plus room for the fields and boundaries. */
export const largestFileFormBytes = maxFileBytes + 64 * 1024

type Form = {
  readonly kind: 'form'
  readonly fields: Readonly<Record<string, string>>
  readonly file: ReceivedFile | undefined
}

type MultipartBody = { readonly body: Buffer; readonly type: string; readonly takesFile: boolean }

/** Returns the fields and the file, if the call takes one. A form that exceeds any limit is refused as a whole. */
export async function readMultipart({ body, type, takesFile }: MultipartBody): Promise<Form | Refusal> {
  const parts = body.length === 0 ? [] : await parse(body, type)
  if (parts === 'malformed') return refused('malformed_body')
  if (parts === 'too_many') return refused('body_too_large')
  const fields = new Map<string, string>()
  let file: ReceivedFile | undefined
  for (const { name, fileType, content } of parts) {
    if (fileType !== undefined) {
      if (!takesFile || name !== 'file' || file !== undefined) return refused('invalid_input')
      if (content.length > maxFileBytes) return refused('image_too_large')
      file = { bytes: content, type: fileType }
    } else {
      if (content.length > maxFieldLength * maxCharBytes) return refused('body_too_large')
      const value = content.toString()
      if (value.length > maxFieldLength || fields.size === maxFields) return refused('body_too_large')
      if (!isFieldName(name) || fields.has(name) || value.includes(replacement))
        return refused('malformed_body')
      fields.set(name, value)
    }
  }
  return { kind: 'form', fields: Object.fromEntries(fields), file }
}

type Part = {
  readonly name: string
  /** Content type of a file; undefined for a field. */
  readonly fileType: string | undefined
  readonly content: Buffer
}

const lineEnd = '\r\n'

async function parse(body: Buffer, type: string): Promise<readonly Part[] | 'malformed' | 'too_many'> {
  const boundary = boundaryOf(type)
  if (boundary === undefined) return 'malformed'
  const delimiter = Buffer.from(`${lineEnd}--${boundary}`, 'latin1')
  const first = firstDelimiter(body, delimiter)
  const parts: Part[] = []
  for (let at = first; at !== undefined; ) {
    const line = readDelimiterLine(body, at + delimiter.length)
    if (line === undefined) return 'malformed'
    // Text before the first part is allowed, but a form of nothing else is not a form.
    if (line.isLast) return at === first && at > 0 ? 'malformed' : parts
    if (parts.length > maxFields) return 'too_many'
    const head = readHead(body, line.end)
    if (head === undefined) return 'malformed'
    // In a part without content, the empty line after the headers may be the start of the delimiter.
    at = await findDelimiter(body, delimiter, head.end - lineEnd.length)
    if (at !== undefined) parts.push({ ...head, content: body.subarray(head.end, Math.max(head.end, at)) })
  }
  return 'malformed'
}

/** At most 70 visible characters, as the standard says. */
function boundaryOf(type: string): string | undefined {
  const [mediaType = ''] = /^[^;]*;/.exec(type) ?? []
  const boundary = headerParameters(type.slice(mediaType.length))?.get('boundary') ?? ''
  return /^[\x20-\x7e]{1,70}$/.test(boundary) ? boundary : undefined
}

/**
 * The line end of the first delimiter is missing at the start of a body: the position is then negative. In text before
 * it, the boundary must not occur: the part behind it would be lost.
 */
function firstDelimiter(body: Buffer, delimiter: Buffer): number | undefined {
  const window = body.subarray(0, maxPreambleBytes + delimiter.length)
  const at = window.indexOf(delimiter.subarray(lineEnd.length)) - lineEnd.length
  if (at === -lineEnd.length) return at
  return at >= 0 && isAt(body, delimiter, at) ? at : undefined
}

type DelimiterLine = {
  readonly isLast: boolean
  /** Position after the line. */
  readonly end: number
}

/** Two dashes mark the last delimiter. Blanks may follow. Text after the line of the last delimiter is ignored. */
function readDelimiterLine(body: Buffer, from: number): DelimiterLine | undefined {
  const window = body.toString('latin1', from, from + maxDelimiterRestBytes)
  const [line = '', dashes, lineBreak] = /^(--)?[ \t]*(\r?\n)?/.exec(window) ?? []
  const end = from + line.length
  const isLast = dashes !== undefined
  const isWhole = lineBreak === lineEnd || (isLast && (lineBreak === '\n' || end === body.length))
  return isWhole ? { isLast, end } : undefined
}

type Head = Pick<Part, 'name' | 'fileType'> & {
  /** Position after the headers and the empty line. */
  readonly end: number
}

function readHead(body: Buffer, from: number): Head | undefined {
  const window = body.subarray(from, from + maxHeadBytes)
  const length = window.indexOf(`${lineEnd}${lineEnd}`)
  if (length === -1) return undefined
  const headers = readHeaders(window.toString('utf8', 0, length))
  const { name, isFile } = readDisposition(headers?.get('content-disposition') ?? '') ?? {}
  if (name === undefined) return undefined
  const fileType = isFile ? (headers?.get('content-type') ?? 'text/plain') : undefined
  return { name, fileType, end: from + length + 2 * lineEnd.length }
}

function readHeaders(text: string): ReadonlyMap<string, string> | undefined {
  const lines = text.split(lineEnd, maxHeaders + 1)
  if (lines.length > maxHeaders) return undefined
  const headers = new Map<string, string>()
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(0, colon)).toLowerCase()
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return undefined
    headers.set(name, line.slice(colon + 1).trim())
  }
  return headers
}

type Disposition = { readonly name: string | undefined; readonly isFile: boolean }

function readDisposition(text: string): Disposition | undefined {
  const [kind] = /^form-data[ \t]*(?:;|$)/i.exec(text) ?? []
  if (kind === undefined) return undefined
  const rest = text.slice(kind.length)
  const parameters = headerParameters(rest) ?? headerParameters(rest, 'is literal')
  const name = parameters?.get('name')
  const isFile = parameters?.has('filename') || parameters?.has('filename*') || false
  return { name: name === undefined ? undefined : decodedName(name), isFile }
}

/** Browsers encode quotes and line ends in names. */
function decodedName(text: string): string {
  return text.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n')
}

/** The decoder puts this character in place of bytes that are not valid UTF-8. */
const replacement = '\ufffd'

/** Refuses names such as `__proto__`, which every object already has. */
function isFieldName(name: string): boolean {
  const isPlausible = name !== '' && name.length <= maxNameLength && !name.includes(replacement)
  return isPlausible && !(name in Object.prototype)
}
