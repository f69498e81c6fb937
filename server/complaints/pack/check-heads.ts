// Compares every hash that a pack fixes with the others and with published heads.
import type { EvidencePack } from '#server/complaints/pack/pack-format.ts'
import type { JournalHead } from '#server/engine/engine.ts'

/** `differs`: the server found that the head recorded before it was no longer part of the history. */
export type PublishedHead = JournalHead & { readonly differs?: boolean }

type Hashes = ReadonlyMap<number, string>

/** A made-up batch has another hash than a link of another proof, or than the batch that the rows are of. */
export function checkHashes({ asOf }: EvidencePack, fixed: readonly Hashes[]): readonly string[] {
  const hashes = new Map(asOf.seq === 0 ? [] : [[asOf.seq, asOf.hash]])
  const differing = new Set<number>()
  for (const [seq, hash] of fixed.flatMap((one) => [...one]))
    if ((hashes.get(seq) ?? hash) === hash) hashes.set(seq, hash)
    else differing.add(seq)
  return shortened(
    [...differing].map((seq) => `Batch ${seq}: has another hash elsewhere in the pack.`),
    'batches have several hashes',
  )
}

/**
 * A rewritten journal leads to a later head as well as the real one, so earlier heads count too. `fixed` are the hashes
 * by batch that each proof fixes. `stored` are the batches of the pack that a database has, if one was asked. One sentence
 * for each problem.
 */
export function checkHeads(
  pack: EvidencePack,
  fixed: readonly Hashes[],
  heads: readonly PublishedHead[],
  stored: readonly JournalHead[] | undefined,
): readonly string[] {
  if (heads.length === 0) return []
  const published = hashesOf(heads)
  const ends = pack.proofs.flatMap(({ head }) => head ?? [])
  const stated = [...ends, pack.asOf].map(({ seq, hash }): Hashes => new Map([[seq, hash]]))
  const all = [...fixed, ...stated]
  const differing = [...published].filter(([seq, hashes]) =>
    all.some((known) => isOther(known.get(seq), hashes)),
  )
  return [
    ...contradictions(published),
    ...breaks(heads),
    ...shortened(
      differing.map(([seq]) => `The hash of batch ${seq} differs from the published head.`),
      'batches differ from published heads',
    ),
    ...unpublishedEnds(pack, heads)
      .filter((end) => !isStored(end, stored))
      .map(({ seq }) => `The head of batch ${seq} is not among the published ones.`),
    ...(ends.length === 0 && stored === undefined && hasRecords(pack)
      ? ['No proof of the pack leads to a head, so the published ones confirm nothing.']
      : []),
  ]
}

/** Heads of the pack of whose batches none was published. Recorded heads of earlier versions may be thinned out. */
export function unpublishedEnds(
  { proofs }: EvidencePack,
  heads: readonly PublishedHead[],
): readonly JournalHead[] {
  const published = new Set(heads.map(({ seq }) => seq))
  return proofs.flatMap(({ head }) => (head === null || published.has(head.seq) ? [] : [head]))
}

export function isStored(head: JournalHead, stored: readonly JournalHead[] = []): boolean {
  return stored.some(({ seq, hash }) => seq === head.seq && hash === head.hash)
}

function hasRecords({ orders, deposits, withdrawals }: EvidencePack): boolean {
  return orders.length + deposits.length + withdrawals.length > 0
}

/** Ascending. */
function hashesOf(heads: readonly JournalHead[]): ReadonlyMap<number, ReadonlySet<string>> {
  const hashes = new Map<number, Set<string>>()
  for (const { seq, hash } of [...heads].sort((one, other) => one.seq - other.seq)) {
    const known = hashes.get(seq)
    if (known === undefined) hashes.set(seq, new Set([hash]))
    else known.add(hash)
  }
  return hashes
}

function isOther(found: string | undefined, published: ReadonlySet<string>): boolean {
  return found !== undefined && !published.has(found)
}

function contradictions(published: ReadonlyMap<number, ReadonlySet<string>>): readonly string[] {
  const several = [...published].filter(([, hashes]) => hashes.size > 1)
  return shortened(
    several.map(([seq]) => `Published heads of batch ${seq} contradict each other.`),
    'batches have contradicting heads',
  )
}

function breaks(heads: readonly PublishedHead[]): readonly string[] {
  const seqs = new Set(heads.filter(({ differs }) => differs).map(({ seq }) => seq))
  return shortened(
    [...seqs].map(
      (seq) =>
        `The published head of batch ${seq} says that the history before it was replaced: it was rewritten, or a backup was restored.`,
    ),
    'heads say so',
  )
}

const maxShown = 10

function shortened(sentences: readonly string[], others: string): readonly string[] {
  const more = sentences.length - maxShown
  return more <= 0 ? sentences : [...sentences.slice(0, maxShown), `${more} more ${others}.`]
}
