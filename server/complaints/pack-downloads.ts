// Downloads of evidence packs. One may have 32 MiB, so few are in memory at a time, and no reader asks for many.
import { type Refusal, refused } from '#contract/outcome.ts'
import type { PackDelivery, PackFile } from '#server/complaints/complaints-types.ts'
import { type ReadyPack, readContent } from '#server/complaints/packs-store.ts'
import type { Clock } from '#server/platform/clock.ts'
import { createConcurrencyLimit } from '#server/platform/concurrency-limit.ts'
import type { Timers } from '#server/platform/timers.ts'
import { createTokenBuckets } from '#server/platform/token-bucket.ts'
import type { Pool } from '#server/storage/storage.ts'

export type PackResult =
  | { readonly kind: 'found'; readonly file: PackFile }
  | Refusal
  | { readonly kind: 'too_many_requests'; readonly retryAfterSeconds: number }

export type PackDownloads = {
  /** `reader` is who asks. `find` is called if the reader has not asked too often. */
  readonly read: (reader: string, find: () => Promise<ReadyPack | undefined>) => Promise<PackResult>
}

const perReader = { perSecond: 0.2, burst: 5 }
/** From the start of reading until the response has ended. */
const concurrency = { maxRunning: 2, maxQueued: 10 }
/** The largest pack at 5 Mbit/s. Ten that wait for two slow readers begin within the five minutes that clients wait. */
const deadlineMs = 60_000

export function createPackDownloads({
  pool,
  clock,
  timers,
}: {
  readonly pool: Pool
  readonly clock: Clock
  readonly timers: Pick<Timers, 'after'>
}): PackDownloads {
  const requests = createTokenBuckets(perReader, clock)
  const inMemory = createConcurrencyLimit(concurrency)

  /** A response that is not finished in time is ended, and no longer counts. */
  function deliveryOf(leave: () => void): PackDelivery {
    const late = new AbortController()
    const cancel = timers.after(deadlineMs, () => {
      late.abort()
      leave()
    })
    const onEnd = () => {
      cancel()
      leave()
    }
    return { late: late.signal, onEnd }
  }

  return {
    async read(reader, find) {
      const admission = requests.take(reader)
      if (!admission.ok) return { kind: 'too_many_requests', retryAfterSeconds: admission.retryAfterSeconds }
      const pack = await find()
      if (pack === undefined) return refused('not_found')
      const leave = await inMemory.enter()
      if (leave === 'busy') return refused('busy')
      try {
        const bytes = await readContent(pool, pack)
        const savedAs = `evidence-${pack.number}.json`
        return { kind: 'found', file: { savedAs, bytes, delivery: deliveryOf(leave) } }
      } catch (fault) {
        leave()
        throw fault
      }
    },
  }
}
