import type { Decision, NoChange } from '#core/decision/decision.ts'
import { type JournalEntry, storedOutcomeOf } from '#server/engine/engine.ts'
import type { AnswerWritten } from '#server/verify/replay/written.ts'

/** What a repeat of the command would hear. Openings and quotes are nobody's to repeat. */
export function answerOf(
  { command, timeMs, outcome }: JournalEntry,
  decision: Exclude<Decision, NoChange> | undefined,
): AnswerWritten | undefined {
  const { userId, kind } = command
  if (kind === 'open_account' || kind === 'judge_tick') return undefined
  return {
    userId,
    timeMs,
    key: kind === 'burn_key' ? command.key : undefined,
    outcome: decision === undefined ? undefined : storedOutcomeOf(decision),
    mustBeKept: outcome.kind !== 'decided',
  }
}
