import type { Order } from '#core/order/order.ts'
import type { AccountRecord, EngineStore, LoadSink } from '#server/engine/engine-store.ts'
import type { Decider } from '#server/engine/execute-command.ts'
import type { AccountState } from '#server/engine/state/account-state.ts'
import type { FrozenAccounts } from '#server/engine/state/frozen-accounts.ts'
import type { IdempotencyCache } from '#server/engine/state/idempotency-cache.ts'
import type { RecentMovements } from '#server/engine/state/recently-changed.ts'
import type { Triggers } from '#server/engine/triggers/triggers.ts'
import { type Batch, usersIn } from '#server/engine/writer/batch.ts'

export type RecoveryParts = {
  readonly store: Pick<EngineStore, 'reload'>
  readonly accounts: AccountState
  readonly triggers: Pick<Triggers, 'markDirty'>
  readonly idempotency: Pick<IdempotencyCache, 'remove'>
  readonly movements: Pick<RecentMovements, 'add' | 'remove'>
  readonly frozen: Pick<FrozenAccounts, 'undo'>
  readonly decider: Pick<Decider, 'undo'>
}

/**
 * Undoes the decisions of batches that were not written: reads everything they touched from the database again. Memory
 * then equals a fresh load. All other accounts are left as they are. If the read fails, nothing has changed, and the
 * call can be repeated.
 */
export async function undoDecisions(
  batches: readonly Pick<Batch, 'entries'>[],
  { store, accounts, triggers, idempotency, movements, frozen, decider }: RecoveryParts,
): Promise<void> {
  const entries = batches.flatMap((batch) => batch.entries)
  const undone = { userIds: [...usersIn(batches)], references: referencesIn(entries) }
  const { sink, collected } = createCollector()
  const reloaded = await store.reload(undone, sink)

  for (const userId of undone.userIds) accounts.remove(userId)
  for (const account of collected.accounts) accounts.addAccount(account)
  for (const order of collected.orders) accounts.addOrder(order)
  for (const reference of undone.references) movements.remove(reference)
  for (const movement of reloaded.movements) movements.add(movement)
  frozen.undo(undone.userIds, reloaded.frozen)
  for (const { cached } of entries) if (cached !== undefined) idempotency.remove(cached)
  decider.undo(
    entries.flatMap(({ change }) => change?.orders.map(({ after }) => after) ?? []),
    reloaded,
  )
  for (const userId of undone.userIds) triggers.markDirty(userId)
}

function referencesIn(entries: Batch['entries']): readonly string[] {
  const movements = entries.map(({ change }) => change?.movement).filter((movement) => movement !== undefined)
  return [...new Set(movements.map(({ reference }) => reference))]
}

function createCollector() {
  const accounts: AccountRecord[] = []
  const orders: Order[] = []
  const sink: LoadSink = {
    addAccount: (account) => void accounts.push(account),
    addOrder: (order) => void orders.push(order),
  }
  return { sink, collected: { accounts, orders } }
}
