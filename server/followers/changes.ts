// Turns a batch of the journal into the changes that a follower wants.
import type { Command } from '#core/decision/command.ts'
import type { Effects } from '#core/decision/decision.ts'
import type { Transfer } from '#core/ledger/transfer.ts'
import type { Order } from '#core/order/order.ts'
import {
  type CommandKinds,
  type IndexedEntry,
  isFormat2,
  orderBefore,
  readEntries,
} from '#server/engine/engine.ts'
import type { JournalBatch } from '#server/followers/follower-store.ts'
import type { Timers } from '#server/platform/timers.ts'

/** What one decision changed in an account. */
export type Change = Pick<Effects, 'cash' | 'locked' | 'isWarned' | 'notice' | 'movement'> & {
  /** Place in the journal: the batch, and the entry in it, from 0. */
  readonly position: { readonly group: 0; readonly seq: number; readonly entry: number }
  readonly userId: number
  readonly timeMs: number
  /** Kind of the decided command. */
  readonly cause: Command['kind']
  readonly orders: readonly FollowedOrder[]
  readonly transfers: readonly (Transfer & { readonly id: number })[]
}

export type FollowedOrder = {
  /** Undefined for a new order. Batches of format 1 do not contain it: `unknown`. */
  readonly before: Order | undefined | 'unknown'
  readonly after: Order
}

/** Decoding this many entries takes a few milliseconds. */
const entriesPerTurn = 64

/** Lets other work run in between. Throws if the batch cannot be read. */
export async function readChanges(
  batch: JournalBatch,
  kinds: CommandKinds,
  timers: Pick<Timers, 'soon'>,
): Promise<readonly Change[]> {
  const changes: Change[] = []
  let entries = 0
  for (const entry of await readEntries(batch.packed, kinds)) {
    const change = changeOf(batch, entry)
    if (change !== undefined) changes.push(change)
    entries += 1
    if (entries % entriesPerTurn === 0) await new Promise<void>((resolve) => timers.soon(resolve))
  }
  return changes
}

/** Undefined if nothing changed: the command was refused, or it voided a key. */
function changeOf({ seq, packed }: JournalBatch, { index, entry }: IndexedEntry): Change | undefined {
  const { command, outcome, timeMs, nextTransferId, ordersBefore = {} } = entry
  if (outcome.kind !== 'decided') return undefined
  const { orders, transfers, ...effects } = outcome.effects
  const isBeforeKnown = isFormat2(packed)

  function changedOrder(stored: Order): FollowedOrder {
    // Entries of the first rules lack the field, because they could not amend an order.
    const after = { ...stored, amendedFrom: stored.amendedFrom ?? null }
    if (!isBeforeKnown) return { before: 'unknown', after }
    const difference = ordersBefore[after.id]
    return { before: difference === undefined ? undefined : orderBefore(after, difference), after }
  }
  return {
    ...effects,
    position: { group: 0, seq, entry: index },
    userId: command.userId,
    timeMs,
    cause: command.kind,
    orders: orders.map(changedOrder),
    transfers: transfers.map((transfer, at) => ({ ...transfer, id: nextTransferId + at })),
  }
}
