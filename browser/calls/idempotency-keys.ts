import type { CallRequest } from '#browser/calls/call-request.ts'
import type { CallOutcome } from '#browser/calls/send-request.ts'

export type IdempotencyKeys = {
  /** Undefined for a request that changes nothing. */
  readonly keyOf: (request: CallRequest, token: string | undefined) => string | undefined
  readonly settle: (request: CallRequest, token: string | undefined, outcome: CallOutcome) => void
}

/** Maximum number of kept keys. Beyond it, the oldest key is dropped. */
const maxUnsettled = 20

/**
 * A request with `reusesKey` and an unknown outcome keeps its key. If it is sent again unchanged in the same session,
 * the server returns the first outcome. Without the key, a second press on "Approve" would be refused as already
 * decided.
 */
export function createIdempotencyKeys(newKey: () => string): IdempotencyKeys {
  const unsettled = new Map<string, string>()
  return {
    keyOf(request, token) {
      if (!request.changes) return undefined
      if (request.key !== undefined || !request.reusesKey) return request.key ?? newKey()
      const fingerprint = fingerprintOf(request, token)
      const key = unsettled.get(fingerprint) ?? newKey()
      unsettled.set(fingerprint, key)
      for (const [oldest] of unsettled) {
        if (unsettled.size <= maxUnsettled) break
        unsettled.delete(oldest)
      }
      return key
    },
    settle(request, token, outcome) {
      if (request.reusesKey && isSettled(outcome)) unsettled.delete(fingerprintOf(request, token))
    },
  }
}

/** Whether the outcome is final. A refusal is, except for the reasons `outcome_unknown` and `busy`. */
function isSettled(outcome: CallOutcome): boolean {
  if (outcome.ok || outcome.failure.kind === 'sessionInvalid') return true
  const { failure } = outcome
  return failure.kind === 'refused' && failure.reason !== 'outcome_unknown' && failure.reason !== 'busy'
}

function fingerprintOf({ path, input }: CallRequest, token: string | undefined): string {
  return JSON.stringify([path, input, token])
}
