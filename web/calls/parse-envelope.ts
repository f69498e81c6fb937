import { parseRecord } from '#web/platform/parse-record.ts'

/** The envelope as any answer must have it, before its code is known to be one of ours. */
export type RawEnvelope = { readonly code: number; readonly msg: string; readonly data: unknown }

/** Undefined for whatever is not an envelope. The shape of `data` is the server's promise: the browser has no schemas. */
export function parseEnvelope(text: string): RawEnvelope | undefined {
  const { code, msg, data } = parseRecord(text) ?? {}
  if (typeof code !== 'number' || typeof msg !== 'string' || data === undefined) return undefined
  return { code, msg, data }
}
