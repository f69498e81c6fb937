import { readBytes } from '#browser/calls/read-bytes.ts'
import { type CallOutcome, malformed, outcomeOfText } from '#browser/calls/send-request.ts'

/** An evidence pack of many orders has a few megabytes. */
export const maxFileBytes = 64 * 1024 * 1024

/** Longer than any refusal. */
const maxRefusalBytes = 64 * 1024

/** Reads a private file, which the server sends without an envelope. Only a refusal has one. */
export async function readFile(response: Response): Promise<CallOutcome<Blob>> {
  const bytes = await readBytes(response, maxFileBytes, 'application/json')
  if (bytes === undefined) return malformed()
  if (bytes.size <= maxRefusalBytes) {
    const answer = outcomeOfText(await bytes.text())
    if (!answer.ok && answer.failure.kind !== 'malformed') return answer
  }
  return { ok: true, msg: '', data: bytes }
}
