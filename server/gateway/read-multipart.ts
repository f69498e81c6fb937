// Parses multipart/form-data (RFC 7578) from a complete body that has already passed the body limit.
import { type Refusal, refused } from '#contract/outcome.ts'
import type { ReceivedFile } from '#server/gateway/route.ts'

const maxFields = 30
const maxFieldBytes = 16 * 1024
const maxHeadBytes = 4 * 1024
const maxBoundaryLength = 70
const maxFileBytes = 10 * 1024 * 1024

/** The largest file plus room for the fields and boundaries. */
export const largestFileFormBytes = maxFileBytes + 64 * 1024

type Form = {
  readonly kind: 'form'
  readonly fields: Readonly<Record<string, string>>
  readonly file: ReceivedFile | undefined
}

type MultipartBody = { readonly body: Buffer; readonly type: string; readonly takesFile: boolean }

/** Returns the fields and the file, if the call takes one. Exceeding any limit refuses the whole form. */
export function readMultipart({ body, type, takesFile }: MultipartBody): Form | Refusal {
  const parts = body.length === 0 ? [] : splitParts(body, boundaryIn(type))
  if (parts === undefined) return refused('malformed_body')
  if (parts.length > maxFields + 1) return refused('body_too_large')
  const fields = new Map<string, string>()
  let file: ReceivedFile | undefined
  for (const part of parts) {
    if (part.isFile) {
      if (!takesFile || part.name !== 'file' || file !== undefined) return refused('invalid_input')
      if (part.content.length > maxFileBytes) return refused('image_too_large')
      file = { bytes: part.content, type: part.type }
    } else {
      if (part.content.length > maxFieldBytes || fields.size === maxFields) return refused('body_too_large')
      const text = decodeText(part.content)
      // Duplicate names are ambiguous; names such as `__proto__` have a meaning on objects.
      const isValidName = !fields.has(part.name) && !(part.name in Object.prototype)
      if (text === undefined || !isValidName) return refused('malformed_body')
      fields.set(part.name, text)
    }
  }
  return { kind: 'form', fields: Object.fromEntries(fields), file }
}

function boundaryIn(type: string): string | undefined {
  const { boundary } = parametersOf(type) ?? {}
  return boundary !== undefined && boundary.length <= maxBoundaryLength ? boundary : undefined
}

type Part = {
  readonly name: string
  readonly isFile: boolean
  readonly type: string
  readonly content: Buffer
}

/** The parts between the first and the closing boundary; undefined if a part has no end or no name. */
function splitParts(body: Buffer, boundary: string | undefined): readonly Part[] | undefined {
  const start = boundary === undefined || boundary === '' ? undefined : firstBoundary(body, boundary)
  if (start === undefined) return undefined
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1')
  const parts: Part[] = []
  let at = start + delimiter.length - 2
  // Stop at one part too many.
  while (parts.length <= maxFields + 1) {
    if (body.toString('latin1', at, at + 2) === '--') return parts
    const headEnd = body.indexOf('\r\n\r\n', at)
    if (headEnd < 0 || headEnd - at > maxHeadBytes) return undefined
    const end = body.indexOf(delimiter, headEnd + 4)
    const part = end < 0 ? undefined : readPart(body.subarray(at, headEnd), body.subarray(headEnd + 4, end))
    if (part === undefined) return undefined
    parts.push(part)
    at = end + delimiter.length
  }
  return parts
}

/** The boundary must begin a line. Text before it is a preamble, which is ignored. */
function firstBoundary(body: Buffer, boundary: string): number | undefined {
  const at = body.subarray(0, maxHeadBytes).indexOf(`--${boundary}`, 0, 'latin1')
  return at === 0 || (at > 1 && body.toString('latin1', at - 2, at) === '\r\n') ? at : undefined
}

/**
 * The head begins with the rest of the boundary line. It is decoded as Latin-1, because a file name may be in any
 * encoding. The file name itself is not used.
 */
function readPart(head: Buffer, content: Buffer): Part | undefined {
  const headers = new Map<string, string>()
  const [blanks = '', ...lines] = head.toString('latin1').split('\r\n')
  if (!/^[ \t]*$/.test(blanks)) return undefined
  for (const line of lines) {
    const [, name, value] = /^([\w-]+):[ \t]*(.*)$/.exec(line) ?? []
    if (name === undefined || value === undefined) return undefined
    headers.set(name.toLowerCase(), value)
  }
  const disposition = headers.get('content-disposition') ?? ''
  const { name: nameBytes = '', filename } =
    (/^form-data\b/i.test(disposition) && parametersOf(disposition)) || {}
  const name = decodeText(Buffer.from(nameBytes, 'latin1'))
  if (name === undefined || name === '') return undefined
  return { name, isFile: filename !== undefined, type: headers.get('content-type') ?? '', content }
}

/** Parses `form-data; name="file"; filename="a.jpg"`; undefined unless the whole header matches. */
function parametersOf(header: string): Readonly<Partial<Record<string, string>>> | undefined {
  const parameter = /[ \t]*;[ \t]*([\w*-]+)=(?:"((?:[^"\\\r\n]|\\[^\r\n])*)"|([^ \t\r\n;"]+))/y
  parameter.lastIndex = header.search(/[;\s]|$/)
  const found = new Map<string, string>()
  while (parameter.lastIndex < header.length) {
    const [, name, quoted, bare] = parameter.exec(header) ?? []
    if (name === undefined || found.has(name.toLowerCase())) return undefined
    found.set(name.toLowerCase(), quoted ?? bare ?? '')
  }
  return Object.fromEntries(found)
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    // Not valid UTF-8.
    return undefined
  }
}
