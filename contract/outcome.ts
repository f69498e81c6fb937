import { codes } from '#contract/codes.ts'
import type { Envelope, RefusalData } from '#contract/envelope.ts'
import type { Reason } from '#contract/reasons.ts'
import { refusalMessage } from '#contract/refusal-words.ts'
import { ensureNever } from '#core/ensure-never.ts'
import type { ServerKey } from '#i18n/server/en.ts'
import type { Translate } from '#i18n/translator.ts'

/** What became of a call, before it has words: `msg` is rendered from it in the language of whoever asks. */
export type Outcome<Answer> =
  | { readonly kind: 'answered'; readonly data: Answer; readonly message?: ServerKey }
  | Refusal
  | { readonly kind: 'session_invalid' }
  | { readonly kind: 'too_many_requests'; readonly retryAfterSeconds: number }
  | { readonly kind: 'fault'; readonly id: string }

export type Refusal = RefusalData & { readonly kind: 'refused' }

export type Say = Translate<ServerKey>

export function answered<Answer>(data: Answer, message?: ServerKey): Outcome<Answer> {
  return message === undefined ? { kind: 'answered', data } : { kind: 'answered', data, message }
}

export function refused(reason: Reason, details: Omit<RefusalData, 'reason'> = {}): Refusal {
  return { kind: 'refused', reason, ...details }
}

export function toEnvelope<Answer>(outcome: Outcome<Answer>, say: Say): Envelope<Answer> {
  switch (outcome.kind) {
    case 'answered':
      return { code: codes.success, msg: outcome.message ? say(outcome.message) : '', data: outcome.data }
    case 'refused':
      return { code: codes.refused, msg: refusalMessage(outcome, say), data: refusalData(outcome) }
    case 'session_invalid':
      return { code: codes.sessionInvalid, msg: say('answer.session_invalid'), data: null }
    case 'too_many_requests': {
      const seconds = outcome.retryAfterSeconds
      const msg = say('answer.too_many_requests', { seconds })
      return { code: codes.tooManyRequests, msg, data: { retry_after: seconds } }
    }
    case 'fault':
      return { code: codes.fault, msg: say('answer.fault', { id: outcome.id }), data: { id: outcome.id } }
    default:
      return ensureNever(outcome)
  }
}

function refusalData({ kind: _, ...data }: Refusal): RefusalData {
  return data
}
