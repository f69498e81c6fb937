import type { Decision } from '#core/decision/decision.ts'
import type { JournalEntry, KeptOutcome } from '#server/engine/engine.ts'
import type { AnswerWritten } from '#server/verify/replay/written.ts'

type Made = Exclude<Decision, { readonly kind: 'nothing' }>

/** What a repeat of the command would hear. Openings and quotes are nobody's to repeat. */
export function answerOf(
  { command, timeMs, outcome }: JournalEntry,
  decision: Made | undefined,
): AnswerWritten | undefined {
  const { userId, kind } = command
  if (kind === 'open_account' || kind === 'judge_tick') return undefined
  return {
    userId,
    timeMs,
    outcome: decision === undefined ? undefined : keptOf(decision),
    mustBeKept: outcome.kind === 'refused',
  }
}

function keptOf(decision: Made): KeptOutcome {
  if (decision.kind === 'refused') return decision
  const { answer, valuedOn } = decision
  return valuedOn === undefined
    ? { kind: 'done', orders: answer }
    : { kind: 'done', orders: answer, valuedOn }
}
