const batchSize = 1000
const maxBatches = 100

/** Repeats `sweepBatch` until a batch is not full, so that every statement stays short. */
export async function sweepInBatches(sweepBatch: (limit: number) => Promise<number>): Promise<void> {
  for (let batch = 0; batch < maxBatches; batch++) {
    if ((await sweepBatch(batchSize)) < batchSize) return
  }
}
