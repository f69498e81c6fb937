/** The SHA-256 of a file in lower-case hex. Undefined where the browser has none: on a page without TLS. */
export async function sha256Of(file: Blob): Promise<string | undefined> {
  if (typeof crypto === 'undefined' || crypto.subtle === undefined) return undefined
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
