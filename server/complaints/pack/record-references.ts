// Names of records in packs: `order:4`, `deposit:4`, `withdrawal:4`, `transfer:4`. The journal names movements alike.
import type { NamedRecords } from '#server/complaints/complaints-types.ts'
import type { EvidencePack } from '#server/complaints/pack/pack-format.ts'

export function orderReference(id: number): string {
  return `order:${id}`
}

export function depositReference(id: number): string {
  return `deposit:${id}`
}

export function withdrawalReference(id: number): string {
  return `withdrawal:${id}`
}

export function transferReference(id: number): string {
  return `transfer:${id}`
}

/** Orders, deposits and withdrawals. */
export function recordReferences(ids: NamedRecords): readonly string[] {
  return [...ids.orders.map(orderReference), ...movementReferences(ids)]
}

/** Deposits and withdrawals. */
export function movementReferences({
  deposits,
  withdrawals,
}: Pick<NamedRecords, 'deposits' | 'withdrawals'>): readonly string[] {
  return [...deposits.map(depositReference), ...withdrawals.map(withdrawalReference)]
}

/** The records that a pack shows. Its complaint may name fewer. */
export function shownIds({ orders, deposits, withdrawals }: EvidencePack): NamedRecords {
  const idsOf = (records: readonly { readonly id: number }[]) => records.map(({ id }) => id)
  return { orders: idsOf(orders), deposits: idsOf(deposits), withdrawals: idsOf(withdrawals) }
}
