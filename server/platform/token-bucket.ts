import type { Clock } from '#server/platform/clock.ts'

export type BucketLimits = { readonly perSecond: number; readonly burst: number }

/** Admitted, or the whole seconds until a request would be admitted. */
export type Admission = { readonly ok: true } | { readonly ok: false; readonly retryAfterSeconds: number }

/**
 * Buckets are kept in two generations of at most this many keys. When the newer one is full, the older one is dropped: a
 * key that was not used for that long starts with a full bucket again. No request has to visit all buckets.
 */
const keysPerGeneration = 25_000

type Bucket = { tokens: number; atMs: number }

/** Token bucket rate limit per key: a burst, refilled at a steady rate. */
export function createTokenBuckets(limits: BucketLimits, clock: Clock) {
  let newer = new Map<string, Bucket>()
  let older = new Map<string, Bucket>()

  function bucketOf(key: string, nowMs: number): Bucket {
    const used = newer.get(key)
    if (used !== undefined) return used
    const bucket = older.get(key) ?? { tokens: limits.burst, atMs: nowMs }
    if (newer.size >= keysPerGeneration) {
      older = newer
      newer = new Map()
    }
    newer.set(key, bucket)
    return bucket
  }

  return {
    /** For keys that will not return, such as a closed connection. */
    forget(key: string): void {
      newer.delete(key)
      older.delete(key)
    },
    take(key: string): Admission {
      const nowMs = clock.elapsed()
      const bucket = bucketOf(key, nowMs)
      const refilled = bucket.tokens + ((nowMs - bucket.atMs) / 1000) * limits.perSecond
      bucket.tokens = Math.min(limits.burst, refilled)
      bucket.atMs = nowMs
      if (bucket.tokens < 1) {
        return { ok: false, retryAfterSeconds: Math.ceil((1 - bucket.tokens) / limits.perSecond) }
      }
      bucket.tokens -= 1
      return { ok: true }
    },
  }
}

export type TokenBuckets = ReturnType<typeof createTokenBuckets>
