// Finds records that a decision between two proofs of a pack may have changed.
import { isOpenState } from '#core/ledger/movement.ts'
import { isEnded } from '#core/order/order.ts'
import type { EvidencePack } from '#server/complaints/pack/pack-format.ts'
import { nameOf } from '#server/complaints/pack/pack-sentences.ts'
import type { ProvenRecords } from '#server/complaints/pack/proven-entries.ts'
import { orderReference } from '#server/complaints/pack/record-references.ts'
import type { AccountProof } from '#server/engine/engine.ts'
import { printable } from '#server/verify/verify.ts'

type Batches = AccountProof['batches']

/**
 * Proofs of a long journal may leave out changes of the account in between. A record that could still change is then
 * listed in `unproven`. One sentence for each that is not, and for each version that goes back.
 */
export function checkGaps(pack: EvidencePack, { batches }: ProvenRecords): readonly string[] {
  const shown = batchesOf(pack)
  const gaps = gapsAfter(shown)
  const listed = new Set(pack.unproven.map(({ record }) => record))
  return [
    ...versionsGoingBack(pack),
    ...openRecords(pack).flatMap(({ record, state }) => {
      const gap = listed.has(record) ? undefined : gapSince(batches.get(record), gaps, pack.asOf.seq)
      return gap === undefined
        ? []
        : [`${nameOf(record)}: is ${printable(state)}, but changes after batch ${gap} are missing.`]
    }),
  ]
}

export function batchesOf({ proofs }: EvidencePack): Batches {
  return proofs.flatMap(({ proof }) => proof.batches)
}

/** Numbers of the batches that are not followed by the next change of the account. */
export function gapsAfter(batches: Batches): readonly number[] {
  return batches.flatMap(({ seq, version }, at) => {
    const next = batches[at + 1]
    return next === undefined || next.version - next.changes === version ? [] : [seq]
  })
}

/** The first gap after the last known change of a record. Changes after the batch of the rows do not matter. */
export function gapSince(
  known: readonly number[] = [],
  gaps: readonly number[],
  asOf: number,
): number | undefined {
  const last = known.at(-1)
  return last === undefined ? undefined : gaps.find((seq) => seq >= last && seq < asOf)
}

/** Records that later decisions can change. */
export function openRecords(
  pack: EvidencePack,
): readonly { readonly record: string; readonly state: string }[] {
  const orders = pack.orders.filter((order) => !isEnded(order))
  const movements = [...pack.deposits, ...pack.withdrawals].flatMap(({ movement }) => movement ?? [])
  return [
    ...orders.map(({ id, status }) => ({ record: orderReference(id), state: status })),
    ...movements
      .filter(({ state }) => isOpenState(state))
      .map(({ reference, state }) => ({ record: reference, state })),
  ]
}

/** Within a proof, the check of the proof finds it. */
function versionsGoingBack({ proofs }: EvidencePack): readonly string[] {
  return proofs.flatMap(({ proof }, at) => {
    const [first] = proof.batches
    const before = proofs[at - 1]?.proof.batches.at(-1)
    return first !== undefined && before !== undefined && first.version - first.changes < before.version
      ? [`Batch ${first.seq}: the version of the account before it is lower than in batch ${before.seq}.`]
      : []
  })
}
