/** The bytes of an answer, or undefined as soon as they are more than the bound. */
export async function readBounded(response: Response, maxBytes: number): Promise<Uint8Array[] | undefined> {
  if (response.body === null) return []
  const reader = response.body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength
    if (size > maxBytes) {
      await reader.cancel()
      return undefined
    }
    chunks.push(part.value)
  }
  return chunks
}
