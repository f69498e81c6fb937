// Packs that a broker could forge: their proofs and rows agree with each other.
import type { EvidencePack, HeadedProof } from '#server/complaints/pack/pack-format.ts'
import { readProven } from '#server/complaints/pack/proven-entries.ts'
import { leafHash, textHash } from '#server/engine/journal/account-leaf.ts'
import { format2Hash } from '#server/engine/journal/journal.ts'
import type { ProvenBatch } from '#server/engine/journal/proof-shape.ts'

/** Shows one batch of the only proof as a link between two proofs, and all rows as if it had not been written. */
export async function withoutBatch(pack: EvidencePack, seq: number): Promise<EvidencePack> {
  const [whole] = pack.proofs
  if (whole === undefined) throw new Error('the pack has no proof')
  const isBefore = (batch: { readonly seq: number }) => batch.seq < seq
  const isAfter = (batch: { readonly seq: number }) => batch.seq > seq
  const proofs = [isBefore, isAfter].map((isShown) => showing(whole, isShown))
  return await withRowsOf({ ...pack, proofs })
}

/** The same proof with some of its batches. All others after the first of them are links. */
export function showing(
  { head, proof }: HeadedProof,
  isShown: (batch: { readonly seq: number }) => boolean,
): HeadedProof {
  const batches = proof.batches.filter(isShown)
  const others = proof.batches.filter((batch) => !isShown(batch))
  const first = batches[0]?.seq ?? 0
  const links = [...proof.links, ...others.map(linkOf)].filter(({ seq }) => seq > first)
  return { head, proof: { ...proof, batches, links: links.toSorted((one, other) => one.seq - other.seq) } }
}

function linkOf({ group, seq, root, packedHash }: HeadedProof['proof']['links'][number]) {
  return { group, seq, root, packedHash }
}

/** Rows that agree with the proofs, which may have been changed. */
export async function withRowsOf(pack: EvidencePack): Promise<EvidencePack> {
  const proofs = pack.proofs.map(({ proof }) => proof)
  const { orders, movements, transfers } = await readProven(proofs, pack.asOf.seq, async () => {})
  return {
    ...pack,
    orders: pack.orders.map((order) => orders.get(order.id)?.last ?? order),
    withdrawals: pack.withdrawals.map((record) => ({
      ...record,
      movement: movements.get(`withdrawal:${record.id}`) ?? record.movement,
    })),
    ledger: pack.ledger.filter(({ id, orderId }) => transfers.get(id)?.orderId === orderId),
  }
}

type Invented = Pick<ProvenBatch, 'seq' | 'version' | 'previousHash'> & {
  readonly change: (entry: ReturnType<typeof JSON.parse>) => void
}

/** A batch that no journal has, made of the only entry of a real one. Its leaf, root and hash agree. */
export function inventedProof(
  { proof }: HeadedProof,
  real: ProvenBatch,
  { change, ...given }: Invented,
): HeadedProof {
  const entry = JSON.parse(real.entries[0] ?? '')
  change(entry)
  const leaf = { ...real, ...given, path: [], changes: 1, entries: [JSON.stringify(entry)] }
  const shared = Object.entries(real.shared).map(([index, text]) => [Number(index), textHash(text)] as const)
  const top = leafHash({
    ...{ salt: leaf.salt, group: leaf.group, seq: leaf.seq, userId: proof.userId },
    ...{ version: leaf.version, changes: 1, shared, entries: leaf.entries.map(textHash) },
  })
  const [before, packed] = [Buffer.from(leaf.previousHash, 'hex'), Buffer.from(leaf.packedHash, 'hex')]
  const [root, hash] = [top, format2Hash(before, Buffer.from(top, 'hex'), packed).toString('hex')]
  return { head: null, proof: { ...proof, batches: [{ ...leaf, root, hash }], links: [] } }
}

/** The proof up to its last batch, which a head was published of. */
export function endingAtLastBatch({ proof }: HeadedProof): HeadedProof {
  const { seq = 0, hash = '' } = proof.batches.at(-1) ?? {}
  const links = proof.links.filter((link) => link.seq < seq)
  return { head: { seq, hash, isRecorded: true }, proof: { ...proof, links } }
}
