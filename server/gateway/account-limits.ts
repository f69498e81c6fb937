import type { Call } from '#contract/call.ts'
import type { Outcome } from '#contract/outcome.ts'
import { reducesRisk } from '#contract/risk-reduction.ts'
import type { TokenBuckets } from '#server/platform/token-bucket.ts'

/** Rate limits per account for calls that the engine executes. */
export type AccountLimits = {
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
  function take(isReducingRisk: boolean, scope: string): Outcome<never> | undefined {
    if (limits === undefined) return undefined
    const admission = (isReducingRisk ? limits.reducingRisk : limits.trading).take(scope)
    if (admission.ok) return undefined
    return { kind: 'too_many_requests', retryAfterSeconds: admission.retryAfterSeconds }
  }
  const isLimited = ({ outcomeKeptBy }: Call) => outcomeKeptBy === 'engine'
  return {
    beforeInput(call, scope) {
      if (!isLimited(call) || needsInput(call)) return undefined
      return take(reducesRisk(call, undefined), scope)
    },
    withInput(call, input, scope) {
      if (!isLimited(call) || !needsInput(call)) return undefined
      return take(reducesRisk(call, input), scope)
    },
  }
}

function needsInput({ risk }: Call): boolean {
  return risk === 'reduces_without_stops'
}
