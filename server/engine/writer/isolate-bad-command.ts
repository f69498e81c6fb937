import { BatchRefused } from '#server/engine/engine-store.ts'
import type { QuoteEvaluator } from '#server/engine/evaluate-quote.ts'
import type { PendingRequest } from '#server/engine/intake/pending-request.ts'
import type { FrozenAccounts } from '#server/engine/state/frozen-accounts.ts'
import {
  type AnswerParts,
  answerRequests,
  type Batch,
  type BatchEntry,
  createBatch,
  type PublishParts,
  publishChanges,
} from '#server/engine/writer/batch.ts'

/** Result of a commit. `over`: this process no longer writes, and all waiting requests have been answered. */
export type WriteResult = 'written' | 'not_written' | 'refused' | 'over'

/** Operations of the writer that isolation needs. */
export type IsolationSteps = {
  readonly execute: (pending: PendingRequest, batch: Batch) => void
  readonly quotes: QuoteEvaluator
  readonly frozen: FrozenAccounts
  readonly isOver: () => boolean
  /** Called before each command is decided again. */
  readonly begin: () => void
  readonly write: (batch: Batch) => Promise<WriteResult>
}

type Parts = IsolationSteps & AnswerParts & PublishParts

/**
 * Repeats a refused batch one command at a time, to find the command that the database refuses and freeze its account.
 * If a commit fails for another reason, returns the remaining entries in order, to be decided again.
 */
export async function isolateBadCommand(
  refused: Batch,
  parts: Parts,
): Promise<readonly Pick<Batch, 'entries'>[]> {
  for (const [at, entry] of refused.entries.entries()) {
    if (parts.isOver()) return []
    parts.begin()
    const single = decideAgain(entry, parts)
    const result = single.hasWrites() ? await parts.write(single) : 'written'
    if (result === 'over') return []
    if (result === 'not_written') return [single, { entries: refused.entries.slice(at + 1) }]
    if (result === 'refused') freezeAccounts(single, parts)
    else {
      answerRequests(single, parts)
      publishChanges(single, parts)
    }
  }
  return []
}

/** A quote's effect is decided again on the latest prices, never on past ones. */
function decideAgain({ command, pending }: BatchEntry, { quotes, execute }: Parts): Batch {
  const single = createBatch()
  if (command.kind === 'judge_tick') quotes.evaluateAccount(command.userId, command.marketId, single)
  for (const one of pending) execute(one, single)
  return single
}

function freezeAccounts({ entries }: Batch, { frozen }: Parts): void {
  for (const { command, pending } of entries) {
    frozen.freeze(
      command.userId,
      'not_stored',
      new BatchRefused(`the database refuses to store ${command.kind}`),
    )
    for (const one of pending) one.settle({ kind: 'fault' })
  }
}
