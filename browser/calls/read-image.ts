import { readBytes } from '#browser/calls/read-bytes.ts'
import { type CallOutcome, malformed, outcomeOfText } from '#browser/calls/send-request.ts'

/** An image of an identity document has at most 10 MB. */
export const maxImageBytes = 16 * 1024 * 1024

/** Reads a private image, which the server sends without an envelope. Only a refusal has one. */
export async function readImage(response: Response): Promise<CallOutcome<Blob>> {
  const type = /^image\/(?:jpeg|png|webp)$/.exec(response.headers.get('content-type') ?? '')?.[0]
  const bytes = await readBytes(response, maxImageBytes, type)
  if (bytes === undefined) return malformed()
  if (type !== undefined) return { ok: true, msg: '', data: bytes }
  const refusal = outcomeOfText(await bytes.text())
  return refusal.ok ? malformed() : refusal
}
