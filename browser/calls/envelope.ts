import { type CallFailure, callFailure } from '#browser/calls/call-failure.ts'
import { isRecord, parseRecord } from '#browser/platform/parse-record.ts'
import { codes, reasonFrom } from '#contract/envelope.ts'

/** An envelope whose code may be unknown to this client. */
type RawEnvelope = { readonly code: number; readonly msg: string; readonly data: unknown }

/** Undefined for text that is not an envelope. `data` is not validated: the browser ships no schemas. */
export function parseEnvelope(text: string): RawEnvelope | undefined {
  const { code, msg, data } = parseRecord(text) ?? {}
  if (typeof code !== 'number' || typeof msg !== 'string' || data === undefined) return undefined
  return { code, msg, data }
}

/**
 * The failure that an envelope with a code other than 1 reports. Malformed `data` loses details, never the failure
 * itself.
 */
export function failureOfEnvelope({ code, msg, data }: RawEnvelope): CallFailure {
  const { retry_after, id, reason, field, figures } = isRecord(data) ? data : {}
  switch (code) {
    case codes.sessionInvalid:
      return callFailure({ kind: 'sessionInvalid', msg })
    case codes.tooManyRequests:
      return callFailure({ kind: 'tooMany', msg, retryAfterSeconds: retryAfter(retry_after) })
    case codes.fault:
      return callFailure({ kind: 'fault', msg, id: text(id) ?? '' })
    default:
      return callFailure({
        kind: 'refused',
        code,
        msg,
        reason: reasonFrom(reason),
        field: text(field),
        figures: figuresOf(figures),
        data,
      })
  }
}

function retryAfter(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : 1
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function figuresOf(value: unknown): Readonly<Record<string, string>> {
  if (!isRecord(value)) return {}
  const figures = Object.entries(value).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return Object.fromEntries(figures)
}
