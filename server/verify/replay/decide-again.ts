import { decide } from '#core/decision/decide.ts'
import type { Decision, Effects, NoChange, TradingAccount } from '#core/decision/decision.ts'
import { boardFromSnapshot, type JournalEntry } from '#server/engine/engine.ts'
import { type Difference, firstDifference } from '#server/verify/same-data.ts'
import { areSameEffects } from '#server/verify/same-effects.ts'

export type Again =
  | { readonly kind: 'same'; readonly decision: Exclude<Decision, NoChange> }
  | { readonly kind: 'other'; readonly difference: Difference }
  | { readonly kind: 'broken'; readonly fault: string }

/** Decides an entry anew, on everything it names and the account as it stands here. */
export function decideAgain(account: TradingAccount | undefined, entry: JournalEntry): Again {
  try {
    const decision = decide(account, entry.command, {
      timeMs: entry.timeMs,
      board: boardFromSnapshot(entry.board),
      feed: entry.feed,
      feeMode: entry.feeMode,
      market: entry.market ?? undefined,
      nextOrderId: entry.nextOrderId,
    })
    return compared(decision, entry.outcome)
  } catch (fault) {
    // Inputs that nobody could have decided on: an order without a price, an amount beyond what can be counted.
    return { kind: 'broken', fault: fault instanceof Error ? fault.message : 'unknown' }
  }
}

function compared(decision: Decision, outcome: JournalEntry['outcome']): Again {
  if (decision.kind === 'nothing') return other(decision.kind, outcome.kind)
  if (decision.kind !== outcome.kind) return other(wordsOf(decision), wordsOf(outcome))
  const difference =
    decision.kind === 'decided' && outcome.kind === 'decided'
      ? effectsDifference(decision.effects, outcome.effects)
      : firstDifference(decision, outcome)
  return difference === undefined ? { kind: 'same', decision } : { kind: 'other', difference }
}

function effectsDifference(expected: Effects, found: Effects): Difference | undefined {
  return areSameEffects(expected, found) ? undefined : firstDifference(expected, found)
}

function other(expected: string, found: string): Again {
  return { kind: 'other', difference: { path: '', expected, found } }
}

function wordsOf(outcome: Exclude<Decision, NoChange> | JournalEntry['outcome']): string {
  return outcome.kind === 'refused' ? `refused: ${outcome.reason}` : outcome.kind
}
