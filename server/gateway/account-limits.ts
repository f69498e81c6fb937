import type { Call } from '#contract/call.ts'
import type { Outcome } from '#contract/outcome.ts'
import { reducesRisk } from '#contract/risk-reduction.ts'
import type { TokenBuckets } from '#server/platform/token-bucket.ts'

/** Rate limits per account for calls that the engine executes, and for calls that write records. */
export type AccountLimits = {
  /** For calls that write a record. */
  readonly records: Pick<TokenBuckets, 'take'>
  readonly trading: Pick<TokenBuckets, 'take'>
  /** For calls that reduce risk. */
  readonly reducingRisk: Pick<TokenBuckets, 'take'>
}

/** Both return the refusal, or undefined to let the call pass. */
type AccountLimiter = {
  /** Before the body is read. Skips a call whose input decides which limit applies. */
  readonly beforeInput: (call: Call, scope: string) => Outcome<never> | undefined
  /** After validation, for the calls skipped before. */
  readonly withInput: (call: Call, input: unknown, scope: string) => Outcome<never> | undefined
}

/** Each call is limited once. Without limits every call passes. */
export function createAccountLimiter(limits: AccountLimits | undefined): AccountLimiter {
  function take(kind: keyof AccountLimits, scope: string): Outcome<never> | undefined {
    if (limits === undefined) return undefined
    const admission = limits[kind].take(scope)
    if (admission.ok) return undefined
    return { kind: 'too_many_requests', retryAfterSeconds: admission.retryAfterSeconds }
  }
  const isLimited = ({ outcomeKeptBy }: Call) => outcomeKeptBy === 'engine'
  return {
    beforeInput(call, scope) {
      if (call.outcomeKeptBy === 'record') return take('records', scope)
      if (!isLimited(call) || needsInput(call)) return undefined
      return take(reducesRisk(call, undefined) ? 'reducingRisk' : 'trading', scope)
    },
    withInput(call, input, scope) {
      if (!isLimited(call) || !needsInput(call)) return undefined
      return take(reducesRisk(call, input) ? 'reducingRisk' : 'trading', scope)
    },
  }
}

function needsInput({ risk }: Call): boolean {
  return risk === 'reduces_without_stops'
}
