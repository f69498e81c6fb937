const batchSize = 1000
const maxBatches = 100

/** Repeats `deleteBatch` until a batch is not full, so that every statement stays short. */
export async function deleteInBatches(deleteBatch: (limit: number) => Promise<number>): Promise<void> {
  for (let batch = 0; batch < maxBatches; batch++) {
    if ((await deleteBatch(batchSize)) < batchSize) return
  }
}
