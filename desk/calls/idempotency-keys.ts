import type { CallRequest } from '#desk/calls/call.ts'
import type { Outcome } from '#desk/calls/exchange.ts'

export type IdempotencyKeys = {
  /** Undefined for a GET. */
  readonly keyOf: (request: CallRequest, token: string | undefined) => string | undefined
  readonly settle: (request: CallRequest, token: string | undefined, outcome: Outcome) => void
}

/** Maximum number of kept keys. Beyond it, the oldest key is dropped. */
const maxUnsettled = 20

/**
 * A POST with an unknown outcome keeps its idempotency key. If it is sent again unchanged in the same session, the
 * server returns the first outcome. Without the key, a second press on "Approve" would be refused as already decided.
 * Requests with a secret are never kept, neither here nor on the server.
 */
export function createIdempotencyKeys(newKey: () => string): IdempotencyKeys {
  const unsettled = new Map<string, string>()
  return {
    keyOf(request, token) {
      if (request.verb !== 'POST') return undefined
      const key = unsettled.get(fingerprint(request, token)) ?? newKey()
      if (!request.secret) unsettled.set(fingerprint(request, token), key)
      for (const [oldest] of unsettled) {
        if (unsettled.size <= maxUnsettled) break
        unsettled.delete(oldest)
      }
      return key
    },
    settle(request, token, outcome) {
      if (isSettled(outcome)) unsettled.delete(fingerprint(request, token))
    },
  }
}

/** Whether the outcome is final. A refusal is, except for the reasons `outcome_unknown` and `busy`. */
function isSettled(outcome: Outcome): boolean {
  if (outcome.ok || outcome.failure.kind === 'session_over') return true
  const { failure } = outcome
  return failure.kind === 'refused' && failure.reason !== 'outcome_unknown' && failure.reason !== 'busy'
}

function fingerprint({ path, input }: CallRequest, token: string | undefined): string {
  return JSON.stringify([path, input, token])
}
