// Downloads of evidence packs. One may have 32 MiB, so few are in memory at a time, and no reader asks for many.
import { type Refusal, refused } from '#contract/outcome.ts'
import type { PackFile } from '#server/complaints/complaints-types.ts'
import { type ReadyPack, readContent } from '#server/complaints/packs-store.ts'
import type { Clock } from '#server/platform/clock.ts'
import { createConcurrencyLimit } from '#server/platform/concurrency-limit.ts'
import { startDelivery } from '#server/platform/timed-delivery.ts'
import type { Timers } from '#server/platform/timers.ts'
import { createTokenBuckets } from '#server/platform/token-bucket.ts'
import type { Pool } from '#server/storage/storage.ts'

export type PackResult =
  | { readonly kind: 'found'; readonly file: PackFile }
  | Refusal
  | { readonly kind: 'too_many_requests'; readonly retryAfterSeconds: number }

/** The reader of a pack. Slow readers of one kind do not keep those of another waiting. */
export type PackReader = { readonly kind: 'user' | 'demo_user' | 'operator'; readonly id: number }

export type PackDownloads = {
  /** `find` is called if the reader has not asked too often. */
  readonly read: (reader: PackReader, find: () => Promise<ReadyPack | undefined>) => Promise<PackResult>
}

const perReader = { perSecond: 0.2, burst: 5 }
const maxQueued = 10
/** From the start of reading until the response has ended. Packs of demo users are small. */
const maxRunning = { user: 2, demo_user: 2, operator: 1 } as const
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
  const limitOf = (kind: PackReader['kind']) =>
    createConcurrencyLimit({ maxRunning: maxRunning[kind], maxQueued })
  const inMemory = { user: limitOf('user'), demo_user: limitOf('demo_user'), operator: limitOf('operator') }
  /** One download for each reader, so that one leaves room for others. The function ends it once it is being sent. */
  const served = new Map<string, (() => void) | undefined>()

  async function deliver(reader: PackReader, pack: ReadyPack, ended: () => void): Promise<PackResult> {
    const leave = await inMemory[reader.kind].enter()
    if (leave === 'busy') return refused('busy')
    try {
      const bytes = await readContent(pool, pack.complaintId)
      const { cutOff, ...delivery } = startDelivery(timers, deadlineMs, () => {
        leave()
        ended()
      })
      served.set(nameOf(reader), cutOff)
      return { kind: 'found', file: { savedAs: `evidence-${pack.number}.json`, bytes, delivery } }
    } catch (fault) {
      leave()
      throw fault
    }
  }

  return {
    async read(reader, find) {
      const name = nameOf(reader)
      const admission = requests.take(name)
      if (!admission.ok) return { kind: 'too_many_requests', retryAfterSeconds: admission.retryAfterSeconds }
      // Its connection may be dead: the new one replaces it.
      served.get(name)?.()
      if (served.has(name)) return refused('busy')
      served.set(name, undefined)
      let isServed = true
      const ended = () => {
        if (isServed) served.delete(name)
        isServed = false
      }
      try {
        const pack = await find()
        const result = pack === undefined ? refused('not_found') : await deliver(reader, pack, ended)
        if (result.kind !== 'found') ended()
        return result
      } catch (fault) {
        ended()
        throw fault
      }
    },
  }
}

const nameOf = ({ kind, id }: PackReader) => `${kind}:${id}`
