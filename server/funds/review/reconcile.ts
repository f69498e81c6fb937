// Reads the reconciliation one run at a time: it scans whole tables, and every operator of finance may ask for it.
import { type Reconciliation, readReconciliation } from '#server/funds/review/reconciliation-store.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Pool } from '#server/storage/storage.ts'

export type CheckedReconciliation = Reconciliation & { readonly checkedAt: Date }

/** A result is shown again for this long. */
const cachedForMs = 30_000

/** All who ask during a run get its result. A failed run is not kept. */
export function createReconcile({
  pool,
  clock,
}: {
  readonly pool: Pool
  readonly clock: Clock
}): () => Promise<CheckedReconciliation> {
  let running: Promise<CheckedReconciliation> | undefined
  let last: { readonly result: CheckedReconciliation; readonly readAtMs: number } | undefined

  async function run(): Promise<CheckedReconciliation> {
    const [checkedAt, readAtMs] = [new Date(clock.now()), clock.elapsed()]
    const result = { ...(await readReconciliation(pool)), checkedAt }
    last = { result, readAtMs }
    return result
  }

  return async () => {
    if (last !== undefined && clock.elapsed() - last.readAtMs < cachedForMs) return last.result
    running ??= run().finally(() => {
      running = undefined
    })
    return await running
  }
}
