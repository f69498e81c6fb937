// Reads multipart/form-data with the parser of Node's own fetch, from a body that has already passed the body limit.
import { type Refusal, refused } from '#contract/outcome.ts'
import type { ReceivedFile } from '#server/gateway/route.ts'

const maxFields = 30
const maxNameLength = 128
const maxFieldLength = 16 * 1024
const maxFileBytes = 10 * 1024 * 1024

/** A closing boundary has at most 70 characters, plus dashes and line ends. */
const longestClosing = 80

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
  if (parts === undefined) return refused('malformed_body')
  if (parts.length > maxFields + 1) return refused('body_too_large')
  const fields = new Map<string, string>()
  let file: ReceivedFile | undefined
  for (const [name, value] of parts) {
    if (typeof value !== 'string') {
      if (!takesFile || name !== 'file' || file !== undefined) return refused('invalid_input')
      if (value.size > maxFileBytes) return refused('image_too_large')
      file = { bytes: Buffer.from(await value.arrayBuffer()), type: value.type }
    } else {
      if (value.length > maxFieldLength || fields.size === maxFields) return refused('body_too_large')
      if (!isFieldName(name) || fields.has(name) || value.includes(replacement))
        return refused('malformed_body')
      fields.set(name, value)
    }
  }
  return { kind: 'form', fields: Object.fromEntries(fields), file }
}

type FormPart = readonly [name: string, value: string | File]

async function parse(body: Buffer, type: string): Promise<readonly FormPart[] | undefined> {
  try {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
    const parts = [...form]
    // With an empty boundary, the parser can take any dashes as the end of the form and ignore the text after them. So
    // a long body without parts is malformed.
    return parts.length === 0 && body.length > longestClosing ? undefined : parts
  } catch {
    return undefined
  }
}

/** The decoder puts this character in place of bytes that are not valid UTF-8. */
const replacement = '\ufffd'

/** Refuses names such as `__proto__`, which every object already has. */
function isFieldName(name: string): boolean {
  const isPlausible = name !== '' && name.length <= maxNameLength && !name.includes(replacement)
  return isPlausible && !(name in Object.prototype)
}
