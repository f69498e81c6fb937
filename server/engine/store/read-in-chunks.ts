/** The records that follow this one, or the first ones, at most so many. */
type ReadAfter<Rec> = (after: Rec | undefined, limit: number) => Promise<readonly Rec[]>

export type ChunkBounds = { readonly chunkRows: number; readonly mostRows?: number }

/** One chunk after the other until there is no more, or as much as is wanted: no statement gets longer as a table grows. */
export async function readInChunks<Rec>(
  { chunkRows, mostRows = Number.POSITIVE_INFINITY }: ChunkBounds,
  read: ReadAfter<Rec>,
): Promise<Rec[]> {
  const all: Rec[] = []
  while (all.length < mostRows) {
    const limit = Math.min(chunkRows, mostRows - all.length)
    const chunk = await read(all.at(-1), limit)
    for (const record of chunk) all.push(record)
    if (chunk.length < limit) break
  }
  return all
}
