// Which records of a pack rest on batches that given heads or a stored journal confirm.
import { batchesOf, gapSince, gapsAfter, openRecords } from '#server/complaints/pack/check-gaps.ts'
import type { EvidencePack } from '#server/complaints/pack/pack-format.ts'
import { nameOf } from '#server/complaints/pack/pack-sentences.ts'
import type { ProvenRecords } from '#server/complaints/pack/proven-entries.ts'
import {
  orderReference,
  recordReferences,
  shownIds,
  transferReference,
} from '#server/complaints/pack/record-references.ts'
import type { JournalHead } from '#server/engine/engine.ts'
import { firstDifference } from '#server/verify/verify.ts'

type Hashes = ReadonlyMap<number, string>

/**
 * Batches with a known hash, and those from which consecutive rows lead to one. `fixed` are the hashes by batch that each
 * proof fixes; they do not contradict each other.
 */
export function confirmedBatches(
  { proofs }: EvidencePack,
  fixed: readonly Hashes[],
  known: readonly JournalHead[],
): ReadonlySet<number> {
  const hashes = new Map(fixed.flatMap((one) => [...one]))
  const given = new Set(known.map(({ seq, hash }) => `${seq}:${hash}`))
  const rows = proofs.flatMap(({ proof }) => [...proof.batches, ...proof.links]).map(({ seq }) => seq)
  const confirmed = new Set<number>()
  for (const seq of rows.toSorted((one, other) => other - one))
    if (given.has(`${seq}:${hashes.get(seq)}`) || confirmed.has(seq + 1)) confirmed.add(seq)
  return confirmed
}

/** One sentence for each record that does not rest on confirmed batches alone. */
export function unconfirmedRecords(
  pack: EvidencePack,
  proven: ProvenRecords,
  confirmed: ReadonlySet<number>,
): readonly string[] {
  const gaps = gapsAfter(batchesOf(pack).filter(({ seq }) => confirmed.has(seq)))
  const open = new Set(openRecords(pack).map(({ record }) => record))
  const changed = changedWithoutEntry(pack, proven)

  function whyNot(record: string): string | undefined {
    const batches = proven.batches.get(record)
    if (batches === undefined) return 'no entry of the pack is about it'
    const other = batches.find((seq) => !confirmed.has(seq))
    if (other !== undefined) return `no given head or database confirms batch ${other}, which changed it`
    if (changed.has(record)) return 'no entry of the pack shows its last change'
    const gap = open.has(record) ? gapSince(batches, gaps, pack.asOf.seq) : undefined
    return gap === undefined ? undefined : `no confirmed batch shows what changed after batch ${gap}`
  }
  const transfers = pack.ledger.map(({ id }) => transferReference(id))
  return [...recordReferences(shownIds(pack)), ...transfers].flatMap((record) => {
    const why = whyNot(record)
    return why === undefined ? [] : [`${nameOf(record)} is not confirmed: ${why}.`]
  })
}

/** Records that were listed as not proven completely, and are shown in another state than that of their last entry. */
function changedWithoutEntry(pack: EvidencePack, { orders, movements }: ProvenRecords): ReadonlySet<string> {
  const isOther = (known: object | undefined, row: object) =>
    known !== undefined && firstDifference(known, row) !== undefined
  const shown = [...pack.deposits, ...pack.withdrawals].flatMap(({ movement }) => movement ?? [])
  return new Set([
    ...pack.orders
      .filter((order) => isOther(orders.get(order.id)?.last, order))
      .map(({ id }) => orderReference(id)),
    ...shown
      .filter((movement) => isOther(movements.get(movement.reference), movement))
      .map(({ reference }) => reference),
  ])
}
