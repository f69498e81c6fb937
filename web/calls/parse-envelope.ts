/** The envelope as any answer must have it, before its code is known to be one of ours. */
export type RawEnvelope = { readonly code: number; readonly msg: string; readonly data: unknown }

/** Undefined for whatever is not an envelope. The shape of `data` is the server's promise: the browser has no schemas. */
export function parseEnvelope(text: string): RawEnvelope | undefined {
  const parsed = parseJson(text)
  if (!isRecord(parsed)) return undefined
  const { code, msg, data } = parsed
  if (typeof code !== 'number' || typeof msg !== 'string' || data === undefined) return undefined
  return { code, msg, data }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
