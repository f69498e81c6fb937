import type { Refusal, RefusalReason } from '#core/decision/decision.ts'

export function refuse(reason: RefusalReason, figures?: Refusal['figures']): Refusal {
  return figures === undefined ? { kind: 'refused', reason } : { kind: 'refused', reason, figures }
}
