// Builds multipart forms, valid and invalid.

export const boundary = '----boundary-of-a-form-in-a-test'
export const multipartType = `multipart/form-data; boundary=${boundary}`

export type Part = {
  readonly name?: string
  readonly filename?: string
  readonly type?: string
  readonly content: string | Uint8Array
}

export function multipart(...parts: readonly Part[]): Buffer {
  return Buffer.concat([...parts.map(partBytes), Buffer.from(`--${boundary}--\r\n`)])
}

function partBytes({ name, filename, type, content }: Part): Buffer {
  const named = name === undefined ? '' : `; name="${name}"`
  const file = filename === undefined ? '' : `; filename="${filename}"`
  const typed = type === undefined ? '' : `Content-Type: ${type}\r\n`
  const head = `--${boundary}\r\nContent-Disposition: form-data${named}${file}\r\n${typed}\r\n`
  return Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')])
}

/** A form with a single file, as `image_upload` expects it. */
export function fileForm(content: string | Uint8Array, type = 'image/jpeg'): Buffer {
  return multipart({ name: 'file', filename: 'picture.jpg', type, content })
}
