// What the proven journal entries of an account tell of its orders, transfers and movements.
import { isDeepStrictEqual } from 'node:util'
import type { Effects } from '#core/decision/decision.ts'
import type { Movement } from '#core/ledger/movement.ts'
import { balanceChange, type Transfer } from '#core/ledger/transfer.ts'
import type { Order } from '#core/order/order.ts'
import type { Balances, MovementEvidence } from '#server/complaints/pack/pack-format.ts'
import { orderReference, transferReference } from '#server/complaints/pack/record-references.ts'
import { type AccountProof, type JournalEntry, orderBefore } from '#server/engine/engine.ts'

export type ProvenTransfer = Transfer & {
  readonly id: number
  readonly batch: number
  readonly timeMs: number
  readonly balances: Balances
}

export type ProvenOrder = {
  /** The state after the last entry. */
  readonly last: Order
  /** Whether every entry from its placement on is there. */
  readonly isWhole: boolean
}

export type ProvenRecords = {
  readonly orders: ReadonlyMap<number, ProvenOrder>
  readonly transfers: ReadonlyMap<number, ProvenTransfer>
  readonly movements: ReadonlyMap<string, MovementEvidence>
  /** Batches that changed an order (`order:4`), made a transfer (`transfer:4`) or decided a reference, ascending. */
  readonly batches: ReadonlyMap<string, readonly number[]>
  /** Orders (`order:4`) and references of movements that entries after `upTo` changed, with the first such batch. */
  readonly later: ReadonlyMap<string, number>
}

/**
 * Reads entries up to the batch `upTo`. `pause` is awaited after each batch. Throws if an entry does not have the shape of
 * one.
 */
export async function readProven(
  proofs: readonly AccountProof[],
  upTo: number,
  pause: () => Promise<void>,
): Promise<ProvenRecords> {
  const orders = new Map<number, ProvenOrder>()
  const transfers = new Map<number, ProvenTransfer>()
  const movements = new Map<string, MovementEvidence>()
  const batches = new Map<string, number[]>()
  const later = new Map<string, number>()
  for (const { seq, entries } of proofs.flatMap(({ batches }) => batches)) {
    for (const text of entries) {
      const entry: JournalEntry = JSON.parse(text)
      if (entry.outcome.kind !== 'decided') continue
      const { effects } = entry.outcome
      if (seq > upTo) {
        for (const record of changedRecords(effects)) if (!later.has(record)) later.set(record, seq)
        continue
      }
      for (const order of effects.orders) orders.set(order.id, followed(orders.get(order.id), order, entry))
      const made = provenTransfers(entry, seq)
      for (const transfer of made) transfers.set(transfer.id, transfer)
      if (effects.movement !== null)
        movements.set(effects.movement.reference, withoutOperators(effects.movement))
      for (const record of [...changedRecords(effects), ...made.map(({ id }) => transferReference(id))])
        batches.set(record, [...(batches.get(record) ?? []), seq])
    }
    await pause()
  }
  return { orders, transfers, movements, batches, later }
}

function changedRecords({ orders, movement }: Pick<Effects, 'orders' | 'movement'>): readonly string[] {
  return [...orders.map(({ id }) => orderReference(id)), ...(movement === null ? [] : [movement.reference])]
}

function followed(
  known: ProvenOrder | undefined,
  after: Order,
  { ordersBefore = {} }: JournalEntry,
): ProvenOrder {
  const difference = ordersBefore[after.id]
  if (difference === undefined) return { last: after, isWhole: true }
  const isNext = known !== undefined && isDeepStrictEqual(known.last, orderBefore(after, difference))
  return { last: after, isWhole: known?.isWhole === true && isNext }
}

/** The entry tells the balances after its last transfer. Those before follow backwards. */
function provenTransfers({ nextTransferId, timeMs, outcome }: JournalEntry, batch: number) {
  if (outcome.kind !== 'decided') return []
  const { transfers, cash, locked } = outcome.effects
  let [cashAfter, lockedAfter]: [number, number] = [cash, locked]
  const proven: ProvenTransfer[] = []
  for (const [at, transfer] of [...transfers.entries()].reverse()) {
    const cashBefore = cashAfter - balanceChange('cash', transfer)
    const lockedBefore = lockedAfter - balanceChange('locked', transfer)
    const balances = { cashBefore, cashAfter, lockedBefore, lockedAfter }
    proven.push({ ...transfer, id: nextTransferId + at, batch, timeMs, balances })
    cashAfter = cashBefore
    lockedAfter = lockedBefore
  }
  return proven
}

export function withoutOperators(movement: Movement): MovementEvidence {
  const { reviewerId: _, approverId: __, payerId: ___, ...others } = movement
  return others
}
