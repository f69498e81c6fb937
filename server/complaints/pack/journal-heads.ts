import type { EvidencePack } from '#server/complaints/pack/pack-format.ts'
import type { JournalHead } from '#server/engine/engine.ts'

/** Numbers and hashes of all batches whose content a pack shows, of its heads, and of the batch of its rows. */
export function journalHeadsOf({ asOf, proofs }: EvidencePack): readonly JournalHead[] {
  const shown = proofs.flatMap(({ head, proof }) => [...(head === null ? [] : [head]), ...proof.batches])
  return (
    [...shown, asOf]
      .map(({ seq, hash }) => ({ seq, hash }))
      // Batch 0 is the beginning of the journal. Batches of a file can have any number.
      .filter(({ seq }) => Number.isSafeInteger(seq) && seq > 0)
  )
}
