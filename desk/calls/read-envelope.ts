import { codes } from '#contract/codes.ts'
import { reasons } from '#contract/reasons.ts'
import { type CallFailure, callFailure } from '#desk/calls/call-failure.ts'

export type Outcome<Value = unknown> =
  | { readonly ok: true; readonly msg: string; readonly value: Value }
  | { readonly ok: false; readonly failure: CallFailure }

/** What an answer says. What is no envelope of ours is a failure on the way; the shape of `data` is the server's promise. */
export function readEnvelope(text: string): Outcome {
  const { code, msg, data } = recordOf(parsed(text))
  if (typeof code !== 'number' || typeof msg !== 'string' || data === undefined) return noAnswer('ERR_ANSWER')
  if (code === codes.success) return { ok: true, msg, value: data }
  return failed(failureOf(code, msg, recordOf(data)))
}

export function noAnswer(code: string): Outcome<never> {
  return failed(callFailure({ kind: 'transport', code }))
}

export function failed(failure: CallFailure): Outcome<never> {
  return { ok: false, failure }
}

function failureOf(code: number, msg: string, data: Readonly<Record<string, unknown>>): CallFailure {
  if (code === codes.sessionInvalid) return callFailure({ kind: 'session_over' })
  if (code === codes.fault) return callFailure({ kind: 'fault', msg })
  if (code === codes.tooManyRequests) {
    const asked = data['retry_after']
    const retryAfterSeconds = typeof asked === 'number' && asked >= 0 ? asked : 1
    return callFailure({ kind: 'too_many', msg, retryAfterSeconds })
  }
  const field = typeof data['field'] === 'string' ? data['field'] : undefined
  return callFailure({ kind: 'refused', msg, reason: reasons.find((name) => name === data['reason']), field })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
