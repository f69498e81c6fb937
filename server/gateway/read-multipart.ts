// Forms as RFC 7578 has them, read from a body that is there as a whole: it has passed the limits of bodies, and
// nothing in it can keep us waiting.
import { type Refusal, refused } from '#contract/outcome.ts'
import type { ReceivedFile } from '#server/gateway/route.ts'

const mostFields = 30
const longestFieldBytes = 16 * 1024
const longestHeadBytes = 4 * 1024
const longestBoundary = 70
const largestFileBytes = 10 * 1024 * 1024

/** The file, all fields together, and what marks the parts off from one another. */
export const largestFileFormBytes = largestFileBytes + 64 * 1024

type Form = {
  readonly kind: 'form'
  readonly fields: Readonly<Record<string, string>>
  readonly file: ReceivedFile | undefined
}

type Asked = { readonly body: Buffer; readonly type: string; readonly takesFile: boolean }

/** The fields of a form, and its file where the call takes one. Beyond any bound the whole of it is refused. */
export function readMultipart({ body, type, takesFile }: Asked): Form | Refusal {
  const parts = body.length === 0 ? [] : splitParts(body, boundaryIn(type))
  if (parts === undefined) return refused('malformed_body')
  if (parts.length > mostFields + 1) return refused('body_too_large')
  const fields = new Map<string, string>()
  let file: ReceivedFile | undefined
  for (const part of parts) {
    if (part.isFile) {
      if (!takesFile || part.name !== 'file' || file !== undefined) return refused('invalid_input')
      if (part.content.length > largestFileBytes) return refused('image_too_large')
      file = { bytes: part.content, type: part.type }
    } else {
      if (part.content.length > longestFieldBytes || fields.size === mostFields)
        return refused('body_too_large')
      const text = decodeText(part.content)
      // Two fields of one name would mean what the reader makes of them; the others mean more than a field.
      const isPlain = !fields.has(part.name) && !(part.name in Object.prototype)
      if (text === undefined || !isPlain) return refused('malformed_body')
      fields.set(part.name, text)
    }
  }
  return { kind: 'form', fields: Object.fromEntries(fields), file }
}

function boundaryIn(type: string): string | undefined {
  const { boundary } = parametersOf(type) ?? {}
  return boundary !== undefined && boundary.length <= longestBoundary ? boundary : undefined
}

type Part = {
  readonly name: string
  readonly isFile: boolean
  readonly type: string
  readonly content: Buffer
}

/** From the first mark to the closing one; undefined when a part has no end or no name. */
function splitParts(body: Buffer, boundary: string | undefined): readonly Part[] | undefined {
  const start = boundary === undefined || boundary === '' ? undefined : firstMark(body, boundary)
  if (start === undefined) return undefined
  const mark = Buffer.from(`\r\n--${boundary}`, 'latin1')
  const parts: Part[] = []
  let at = start + mark.length - 2
  // One more than is allowed is enough to know that there are too many.
  while (parts.length <= mostFields + 1) {
    if (body.toString('latin1', at, at + 2) === '--') return parts
    const headEnd = body.indexOf('\r\n\r\n', at)
    if (headEnd < 0 || headEnd - at > longestHeadBytes) return undefined
    const end = body.indexOf(mark, headEnd + 4)
    const part = end < 0 ? undefined : readPart(body.subarray(at, headEnd), body.subarray(headEnd + 4, end))
    if (part === undefined) return undefined
    parts.push(part)
    at = end + mark.length
  }
  return parts
}

/** It begins a line, and what comes before it is for nobody. */
function firstMark(body: Buffer, boundary: string): number | undefined {
  const at = body.subarray(0, longestHeadBytes).indexOf(`--${boundary}`, 0, 'latin1')
  return at === 0 || (at > 1 && body.toString('latin1', at - 2, at) === '\r\n') ? at : undefined
}

/**
 * The head begins with the end of the line that marked the part off. It is read byte by byte: the name of a file is in
 * whatever encoding its sender has, and is nothing to us.
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

/** `form-data; name="file"; filename="a.jpg"`: undefined unless it is understood to its last character. */
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
    // Not text, then.
    return undefined
  }
}
