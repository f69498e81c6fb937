import type { Batch } from '#server/engine/batch/batch.ts'
import type { EngineParts } from '#server/engine/engine-parts.ts'

/** It is on disk: everyone who waits is answered, and whoever watches is told, once for each account. */
export function conclude({ entries }: Batch, { publish }: Pick<EngineParts, 'publish'>): void {
  const left = new Map<number, number[]>()
  for (const entry of entries) {
    if (entry.memory !== undefined) entry.memory.entry = undefined
    if (entry.effects !== undefined) {
      const ids = left.get(entry.command.userId) ?? []
      ids.push(...entry.left)
      left.set(entry.command.userId, ids)
    }
    for (const waiting of entry.waiting) waiting.settle(entry.outcome)
  }
  for (const [userId, ids] of left) publish({ userId, left: ids })
}
