const maxBatches = 100

/** Repeats `deleteBatch` until a batch is not full, so that every statement stays short. Returns the number deleted. */
export async function deleteInBatches(
  deleteBatch: (limit: number) => Promise<number>,
  batchSize = 1000,
): Promise<number> {
  let deleted = 0
  for (let batch = 0; batch < maxBatches; batch++) {
    const count = await deleteBatch(batchSize)
    deleted += count
    if (count < batchSize) break
  }
  return deleted
}
