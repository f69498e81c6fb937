import { BatchRefused } from '#server/engine/engine-store.ts'
import type { EngineParts } from '#server/engine/engine-types.ts'
import type { QuoteEvaluator } from '#server/engine/evaluate-quote.ts'
import type { PendingRequest } from '#server/engine/intake/pending-request.ts'
import type { FrozenAccounts } from '#server/engine/state/frozen-accounts.ts'
import { acknowledge, type Batch, type BatchEntry, createBatch } from '#server/engine/writer/batch.ts'

/** What became of a batch. `over`: it is no longer ours to write, and everyone has been told. */
export type WriteResult = 'written' | 'not_written' | 'refused' | 'over'

/** What the writer lends for it. */
export type IsolationSteps = {
  readonly execute: (waiting: PendingRequest, batch: Batch) => void
  readonly quotes: QuoteEvaluator
  readonly frozen: FrozenAccounts
  readonly isOver: () => boolean
  /** Says that the next one is being gone through. */
  readonly begin: () => void
  readonly write: (batch: Batch) => Promise<WriteResult>
}

type Parts = IsolationSteps & Pick<EngineParts, 'publish'>

/**
 * A refused batch, one command at a time: so the one the database refuses is found, and its account frozen. Where something
 * else goes wrong on the way, what is left is returned in its order, to be decided anew like everything else.
 */
export async function isolateBadCommand(
  refused: Batch,
  parts: Parts,
): Promise<readonly Pick<Batch, 'entries'>[]> {
  for (const [at, entry] of refused.entries.entries()) {
    if (parts.isOver()) return []
    parts.begin()
    const alone = retaken(entry, parts)
    const result = alone.hasWrites() ? await parts.write(alone) : 'written'
    if (result === 'over') return []
    if (result === 'not_written') return [alone, { entries: refused.entries.slice(at + 1) }]
    if (result === 'written') acknowledge(alone, parts)
    else refuse(alone, parts)
  }
  return []
}

/** Decided anew. What a quote triggered is judged on the newest one, never backwards. */
function retaken(
  { command, pending: waiting }: BatchEntry,
  { quotes: judging, execute: take }: Parts,
): Batch {
  const alone = createBatch()
  if (command.kind === 'judge_tick') judging.evaluateAccount(command.userId, command.marketId, alone)
  for (const one of waiting) take(one, alone)
  return alone
}

function refuse({ entries }: Batch, { frozen }: Parts): void {
  for (const { command, pending: waiting } of entries) {
    frozen.freeze(command.userId, new BatchRefused(`the database refuses a ${command.kind}`))
    for (const one of waiting) one.settle({ kind: 'fault' })
  }
}
