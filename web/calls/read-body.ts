/**
 * The text of an answer, or undefined when it is larger than the bound. The largest real one (every market, 500 candles)
 * is a few hundred kilobytes; the bound keeps whatever else may answer from filling a phone's memory.
 */
export async function readBody(response: Response, maxBytes: number): Promise<string | undefined> {
  if (response.body === null) return ''
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.byteLength
    if (bytes > maxBytes) {
      await reader.cancel()
      return undefined
    }
    text += decoder.decode(part.value, { stream: true })
  }
  return text + decoder.decode()
}
