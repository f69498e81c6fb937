// Reads multipart/form-data from a body that has already passed the body limit. Parts are slices of the body.
import { type Refusal, refused } from '#contract/outcome.ts'
import { findDelimiter, isAt } from '#server/gateway/find-delimiter.ts'
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
  const isAtStart = isAt(body, delimiter.subarray(lineEnd.length), 0)
  let at = isAtStart ? -lineEnd.length : await findDelimiter(body, delimiter, 0)
  const parts: Part[] = []
  while (at !== undefined) {
    const from = at + delimiter.length
    const following = body.toString('latin1', from, from + 2)
    if (following === '--') return isEnd(body, from + 2) ? parts : 'malformed'
    if (following !== lineEnd) return 'malformed'
    if (parts.length > maxFields) return 'too_many'
    const head = readHead(body, from + lineEnd.length)
    if (head === undefined) return 'malformed'
    at = await findDelimiter(body, delimiter, head.end)
    if (at !== undefined) parts.push({ ...head, content: body.subarray(head.end, at) })
  }
  return 'malformed'
}

/** At most 70 visible characters, as the standard says. */
function boundaryOf(type: string): string | undefined {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(type) ?? []
  const boundary = quoted ?? plain ?? ''
  return /^[\x20-\x7e]{1,70}$/.test(boundary) ? boundary : undefined
}

function isEnd(body: Buffer, from: number): boolean {
  const rest = body.length - from
  return rest === 0 || (rest === lineEnd.length && body.toString('latin1', from) === lineEnd)
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
  const { name, filename } = readDisposition(headers?.get('content-disposition') ?? '') ?? {}
  if (name === undefined) return undefined
  const fileType = filename === undefined ? undefined : (headers?.get('content-type') ?? 'text/plain')
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

type Disposition = { readonly name: string | undefined; readonly filename: string | undefined }

/** Names are quoted. Browsers escape quotes and line ends in them. */
function readDisposition(text: string): Disposition | undefined {
  const [kind] = /^form-data\s*(?=;|$)/i.exec(text) ?? []
  if (kind === undefined) return undefined
  const found = new Map<string, string>()
  const parameter = /;\s*([\w*]+)="([^"\r\n]*)"\s*/y
  for (parameter.lastIndex = kind.length; parameter.lastIndex < text.length; ) {
    const [, key = '', value = ''] = parameter.exec(text) ?? []
    if (key === '') return undefined
    found.set(key.toLowerCase(), unescaped(value))
  }
  return { name: found.get('name'), filename: found.get('filename') }
}

function unescaped(text: string): string {
  return text.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n')
}

/** The decoder puts this character in place of bytes that are not valid UTF-8. */
const replacement = '\ufffd'

/** Refuses names such as `__proto__`, which every object already has. */
function isFieldName(name: string): boolean {
  const isPlausible = name !== '' && name.length <= maxNameLength && !name.includes(replacement)
  return isPlausible && !(name in Object.prototype)
}
