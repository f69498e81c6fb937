import type { Outcome, Refusal } from '#contract/outcome.ts'
import type { Reason } from '#contract/reasons.ts'

/** What a repeat hears again. It holds no words: those are made anew in the language of whoever repeats. */
export type Kept = Extract<Outcome<unknown>, { readonly kind: 'answered' }> | Refusal

/**
 * Refusals that say nothing about what was asked for: it was never understood, the asker may not ask for it, or nobody
 * knows yet. Whoever puts that right may use the same key again.
 */
const passing: ReadonlySet<Reason> = new Set([
  'invalid_input',
  'malformed_body',
  'body_too_large',
  'unsupported_media_type',
  'unknown_path',
  'wrong_verb',
  'idempotency_mismatch',
  'demo_forbidden',
  'role_forbidden',
  'busy',
  'outcome_unknown',
  'invalid_email',
  'invalid_mobile',
  'mobile_off',
  'country_not_supported',
  'code_not_needed',
])

export function isKept(outcome: Outcome<unknown>): outcome is Kept {
  return outcome.kind === 'answered' || (outcome.kind === 'refused' && !passing.has(outcome.reason))
}
