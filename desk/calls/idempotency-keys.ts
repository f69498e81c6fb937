import type { CallRequest } from '#desk/calls/call.ts'
import type { Outcome } from '#desk/calls/exchange.ts'

export type IdempotencyKeys = {
  /** Undefined for what only reads. */
  readonly keyOf: (request: CallRequest, token: string | undefined) => string | undefined
  readonly settle: (request: CallRequest, token: string | undefined, outcome: Outcome) => void
}

/** Changes in doubt that are remembered; beyond that the oldest is forgotten. */
const maxUnsettled = 20

/**
 * A change of which nobody can say whether it was made keeps its key: asked again, unchanged and in the same session,
 * the server makes it once and gives the first outcome. Otherwise a second press on "Approve" would be told that somebody
 * else had been quicker. What carries a secret is not remembered, on neither side.
 */
export function createIdempotencyKeys(newKey: () => string): IdempotencyKeys {
  const given = new Map<string, string>()
  return {
    keyOf(request, token) {
      if (request.verb !== 'POST') return undefined
      const key = given.get(fingerprint(request, token)) ?? newKey()
      if (!request.secret) given.set(fingerprint(request, token), key)
      for (const [oldest] of given) {
        if (given.size <= maxUnsettled) break
        given.delete(oldest)
      }
      return key
    },
    settle(request, token, outcome) {
      if (isSettled(outcome)) given.delete(fingerprint(request, token))
    },
  }
}

/** A refusal says that nothing was done, unless it says that nobody knows, or only speaks of this one try. */
function isSettled(outcome: Outcome): boolean {
  if (outcome.ok || outcome.failure.kind === 'session_over') return true
  const { failure } = outcome
  return failure.kind === 'refused' && failure.reason !== 'outcome_unknown' && failure.reason !== 'busy'
}

function fingerprint({ path, input }: CallRequest, token: string | undefined): string {
  return JSON.stringify([path, input, token])
}
