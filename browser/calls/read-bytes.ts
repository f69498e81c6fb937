/** The body of an answer. Stops reading and returns undefined if it has more than `maxBytes`. */
export async function readBytes(
  response: Response,
  maxBytes: number,
  type = 'text/plain',
): Promise<Blob | undefined> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const reader = response.body?.getReader()
  let size = 0
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
    size += part.value.byteLength
    if (size > maxBytes) {
      await reader?.cancel()
      return undefined
    }
    chunks.push(part.value)
  }
  return new Blob(chunks, { type })
}
